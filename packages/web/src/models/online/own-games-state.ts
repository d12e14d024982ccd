import {
  DAY_MS,
  FREE_PLIES,
  type GameId,
  type GameSummary,
  isLive,
  leftFrom,
  MINUTE_MS,
  type PlayerId,
  turnAt,
} from '@hokito/protocol'
import { ownColorIn } from './own-seat.ts'

/** What this device knows of our online games. */
export interface OwnGamesState {
  /** Whose games they are: the player who was signed in last. */
  readonly player: PlayerId | undefined
  /** The running ones, and finished ones that may offer a rematch. */
  readonly games: readonly GameSummary[]
  /** Games that ended while we were elsewhere, latest first. */
  readonly over: readonly GameSummary[]
  /** They were running when we last knew; they may be over now. */
  readonly missing: readonly GameId[]
  /**
   * The game that this page is about, and whether the page has shown its end, which the server
   * reports only there.
   */
  readonly here: { readonly id: GameId; readonly isSeen: boolean } | undefined
  /** The game that we aborted last. */
  readonly declined: GameId | undefined
  /** When we left the pages of games. */
  readonly leftAt: ReadonlyMap<GameId, number>
}

/** Nothing but the games that were running when this device last knew. */
export function lastKnown(missing: readonly GameId[]): OwnGamesState {
  return {
    player: undefined,
    games: NONE,
    over: NONE,
    missing,
    here: undefined,
    declined: undefined,
    leftAt: new Map(),
  }
}

/** Has the server said which games are ours? */
export function isKnown({ games }: OwnGamesState): boolean {
  return games !== NONE
}

/** A player is signed in, or nobody: the games known may be those of another player. */
export function playedBy(state: OwnGamesState, player: PlayerId | undefined): OwnGamesState {
  const { player: former } = state
  if (player === former) return state
  const next = { ...state, player: player ?? former }
  return former === undefined ? next : { ...next, games: NONE, over: NONE, missing: [] }
}

/**
 * The server's answer to the question for our games, and its messages since the question, which may
 * be newer.
 */
export function listed(
  state: OwnGamesState,
  answer: readonly GameSummary[],
  meanwhile: readonly GameSummary[],
): OwnGamesState {
  const before = [...state.missing, ...runningIn(state.games)]
  const games = meanwhile.reduce(withGame, answer)
  const running = runningIn(games)
  return { ...state, games, missing: before.filter((id) => !running.includes(id)) }
}

/** Our latest finished games, in which those that are missing are looked for. */
export function found(
  state: OwnGamesState,
  finished: readonly GameSummary[],
  now: number,
): OwnGamesState {
  const { over, missing, here } = state
  const known = idsOf(over)
  const news = finished.filter(
    ({ id, since }) =>
      missing.includes(id) && !known.includes(id) && id !== here?.id && now - since < NEWS_MS,
  )
  return { ...state, missing: [], over: [...news, ...over].slice(0, MOST_OVER) }
}

/** The server's message about a game of ours. */
export function heard(state: OwnGamesState, game: GameSummary): OwnGamesState {
  const known = state.games.find(({ id }) => id === game.id)
  const next = { ...state, games: withGame(state.games, game) }
  // A rematch is offered after the end, which we then saw here or on another page of ours.
  const isOldNews = known === undefined && game.rematchBy !== undefined
  const isNews = known?.ending === undefined && !isOldNews && game.ending !== undefined
  if (!isNews || game.id === state.declined) return next
  return {
    ...next,
    leftAt: withoutKey(state.leftAt, game.id),
    over: withGame(state.over, game).slice(0, MOST_OVER),
  }
}

/** The page of a game opens. */
export function opened(state: OwnGamesState, game: GameId): OwnGamesState {
  return {
    ...state,
    leftAt: withoutKey(state.leftAt, game),
    here: { id: game, isSeen: false },
    // A player who opens a game has passed them on the way, and beside a running game they would
    // seem to be about it.
    over: NONE,
  }
}

/** The page of a game shows its end. */
export function seen(state: OwnGamesState, game: GameId): OwnGamesState {
  return {
    ...state,
    here: state.here?.id === game ? { id: game, isSeen: true } : state.here,
    games: without(state.games, game),
  }
}

/** The ends of all games have been read elsewhere on the site. */
export function read(state: OwnGamesState): OwnGamesState {
  return { ...state, over: NONE }
}

/** The page of a game is left. */
export function left(state: OwnGamesState, game: GameId, now: number): OwnGamesState {
  return {
    ...state,
    here: undefined,
    leftAt: new Map(state.leftAt).set(game, now),
    games: without(state.games, game),
  }
}

/** The games to look for on the next visit, if they are not among the running ones then. */
export function unseenIn(state: OwnGamesState): readonly GameId[] {
  const { games, over, missing, here } = state
  const open = here?.isSeen === false ? [here.id] : []
  return [...new Set([...open, ...runningIn(games), ...idsOf(over), ...missing])]
}

/** Running games: those that wait for us first, and among them the one whose time ends first. */
export function awaitedFirst(
  games: readonly GameSummary[],
  player: PlayerId | undefined,
): readonly GameSummary[] {
  const rank = (game: GameSummary) => (isAwaited(game, player) ? 0 : 1)
  const end = ({ deadline = Number.POSITIVE_INFINITY }: GameSummary) => deadline
  return games.filter(isRunning).toSorted((a, b) => rank(a) - rank(b) || end(a) - end(b) || 0)
}

/**
 * Does a game wait for a player? It does before the deal too, because each side's page contributes
 * to the deal.
 */
export function isAwaited(game: GameSummary, player: PlayerId | undefined): boolean {
  const { ending, isDealt, placed, divider, seats, ply } = game
  if (ending !== undefined) return false
  if (placed !== undefined) return isToPlace(game, player)
  if (divider !== undefined) return seats[divider].id === player
  return !isDealt || seats[turnAt(ply)].id === player
}

/** Does a game wait for a player to place their pieces? */
export function isToPlace(game: GameSummary, player: PlayerId | undefined): boolean {
  const { ending, placed } = game
  return ending === undefined && placed !== undefined && !placed[ownColorIn(game, player)]
}

/** Has a player lost a game by being away too long? */
export function isMissed(game: GameSummary, player: PlayerId | undefined): boolean {
  const { ending } = game
  return ending?.kind === 'abandoned' && ending.winner !== ownColorIn(game, player)
}

/**
 * Does the opponent in a game offer a rematch that is worth a call? After a game with a clock, the
 * opponent waits only a few minutes; the game's page keeps the offer.
 */
export function isOffered(game: GameSummary, player: PlayerId | undefined, now: number): boolean {
  const { rematchBy, seats, since, terms } = game
  const isOurs = seats.black.id === player || seats.white.id === player
  const isOld = isLive(terms.timeControl) && now - since > OFFER_MS
  return isOurs && rematchBy !== undefined && rematchBy !== ownColorIn(game, player) && !isOld
}

/** When the opponent may claim a game; undefined if we count as present. */
export function claimableFrom(
  { here, leftAt }: OwnGamesState,
  game: GameSummary,
  player: PlayerId | undefined,
): number | undefined {
  const { id, ply, terms, since: turnSince } = game
  // Before both have moved a game is aborted, not claimed.
  if (id === here?.id || ply < FREE_PLIES || !isAwaited(game, player)) return undefined
  const goneSince = leftAt.get(id)
  // The server also knows of our other pages.
  if (game.claimableAt !== undefined || goneSince === undefined) return game.claimableAt
  return leftFrom(terms.timeControl, { goneSince, turnSince })
}

// --- internal ---

const NONE: readonly GameSummary[] = []

/** The most results kept for the player to see. */
const MOST_OVER = 5
/** Older ends we have read elsewhere, or need not know. */
const NEWS_MS = DAY_MS
/** How long after the end of a game with a clock an offered rematch is worth a call. */
const OFFER_MS = 5 * MINUTE_MS

/** The games with a changed one, which comes first. */
function withGame(games: readonly GameSummary[], game: GameSummary): readonly GameSummary[] {
  return [game, ...without(games, game.id)]
}

function without(games: readonly GameSummary[], game: GameId): readonly GameSummary[] {
  return games.filter(({ id }) => id !== game)
}

function withoutKey(times: ReadonlyMap<GameId, number>, game: GameId): ReadonlyMap<GameId, number> {
  return new Map([...times].filter(([id]) => id !== game))
}

function runningIn(games: readonly GameSummary[]): readonly GameId[] {
  return idsOf(games.filter(isRunning))
}

function isRunning({ ending }: GameSummary): boolean {
  return ending === undefined
}

function idsOf(games: readonly GameSummary[]): readonly GameId[] {
  return games.map(({ id }) => id)
}
