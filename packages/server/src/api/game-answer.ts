import {
  type Challenge,
  dividerOf,
  type GameSummary,
  type GameView,
  type PlayerCard,
  phaseOf,
  turnOf,
} from '@hokito/protocol'
import type { ApiChallenge, ApiGame, ApiGameSummary, ApiOwnGame } from '@hokito/protocol/api'
import {
  type ByColor,
  byColor,
  type Color,
  formatMove,
  formatPosition,
  parseDeal,
  score,
  start,
} from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { GameTournaments } from '../tournaments/game-tournaments.ts'

/** Finds the tournaments of games. */
export type Tournaments = Pick<GameTournaments, 'of'>

/** A game in the format of the API. */
export async function apiGameOf(
  { view, position }: Game,
  tournaments: Tournaments,
): Promise<ApiGame> {
  const tournament = await tournaments.of(view)
  const { id, version, terms, seats, moves, ending, endedAt, match, next, clock } = view
  const deal = parseDeal(view.deal ?? '')
  const phase = phaseOf(view)
  const isPlaying = phase === 'playing'
  return {
    id,
    version,
    createdAt: dateTimeOf(view.createdAt),
    ...(endedAt !== undefined && { endedAt: dateTimeOf(endedAt) }),
    phase,
    ...seatsOf(seats),
    terms,
    ...(deal.ok && {
      layout: view.deal,
      start: formatPosition(start(deal.value, terms.endRule)),
    }),
    ...(position && { position: formatPosition(position), points: score(position) }),
    ...(isPlaying && { turn: turnOf(view), turnSince: dateTimeOf(clock.since) }),
    ...(view.breaks && { breaks: breaksOf(view.breaks) }),
    moves: moves.map(formatMove),
    clocks: terms.timeControl.kind === 'none' ? [] : view.clockAtPly,
    ...(ending && { ending }),
    ...(view.offers.length > 0 && {
      offers: view.offers.map(({ id: offer, kind, by }) => ({ id: offer, kind, by })),
    }),
    ...(match?.first && { firstGame: match.first.game }),
    ...(next && { nextGame: next }),
    ...(tournament && { tournament }),
  }
}

/** A game in the format of the API, for a program that plays one side. */
export async function apiOwnGameOf(
  game: Game,
  color: Color,
  tournaments: Tournaments,
): Promise<ApiOwnGame> {
  const task = taskOf(game, color)
  return { ...(await apiGameOf(game, tournaments)), color, ...(task && { task }) }
}

/** A challenge in the format of the API. */
export function apiChallengeOf({
  challenger,
  opponent,
  createdAt,
  ...challenge
}: Challenge): ApiChallenge {
  return {
    ...challenge,
    challenger: seatOf(challenger),
    ...(opponent && { opponent: seatOf(opponent) }),
    createdAt: dateTimeOf(createdAt),
  }
}

/** A finished game in the format of the API's lists. */
export function apiSummaryOf({
  id,
  seats,
  terms,
  ply,
  since,
  points,
  ending,
}: GameSummary): ApiGameSummary {
  return {
    id,
    ...seatsOf(seats),
    terms,
    plies: ply,
    endedAt: dateTimeOf(since),
    ...(points && { points }),
    ...(ending && { ending }),
  }
}

/** An instant of the server's clock in the format of the API. */
export function dateTimeOf(instant: number): string {
  return new Date(instant).toISOString()
}

// --- internal ---

function seatsOf(seats: ByColor<PlayerCard>): Pick<ApiGame, Color> {
  return byColor((color) => seatOf(seats[color]))
}

function seatOf({ id, name, isBot }: PlayerCard): ApiChallenge['challenger'] {
  return { id, name, ...(isBot && { isBot }) }
}

function breaksOf({ black, white }: NonNullable<GameView['breaks']>): ApiGame['breaks'] {
  return {
    ...(black !== undefined && { black: dateTimeOf(black) }),
    ...(white !== undefined && { white: dateTimeOf(white) }),
  }
}

function taskOf({ view }: Game, color: Color): ApiOwnGame['task'] {
  switch (phaseOf(view)) {
    case 'dealing':
      return view.shares[color] === undefined ? 'share' : undefined
    case 'placing':
      return view.placed?.[color] === undefined ? 'place' : undefined
    case 'dividing':
      if (dividerOf(view) !== color) return undefined
      return view.division?.stage === 'naming' ? 'divide' : 'choose'
    case 'playing':
      return turnOf(view) === color ? 'move' : undefined
    case 'over':
      return undefined
  }
}
