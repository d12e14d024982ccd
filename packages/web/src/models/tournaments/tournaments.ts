import {
  estimatedSeconds,
  type GameId,
  gameTournamentReplySchema,
  httpRefusalSchema,
  MINUTE_MS,
  MOST_ENTRANTS,
  type Tournament,
  type TournamentDetail,
  type TournamentGames,
  type TournamentId,
  type TournamentLink,
  type TournamentRefusal,
  type TournamentWish,
  tournamentDetailSchema,
  tournamentGamesSchema,
  tournamentIdSchema,
  tournamentMadeSchema,
  tournamentsReplySchema,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { posting, readAnswer } from '../device/ask.ts'

/**
 * Why a request failed; `other` if there was no answer, or a refusal that is not about tournaments.
 */
export type PressRefusal = TournamentRefusal | 'other'

/** Why a tournament cannot be shown. */
export type NoTournament = Extract<TournamentRefusal, 'unknownTournament' | 'damagedTournament'>

/**
 * Can a player enter a tournament? Until it starts; an arena until its end, and a Swiss one to play
 * from the second round on.
 */
export function isOpen({ kind, round, rounds, entered, endedAt }: Tournament): boolean {
  if (endedAt !== undefined) return false
  if (kind === 'arena' || round === 0) return true
  return kind === 'swiss' && round === 1 && rounds > 1 && entered < MOST_ENTRANTS
}

/** How a tournament that is over has ended: one called off by its maker ends before its start. */
export function endOf({
  round,
  startsAt,
  endedAt = startsAt,
}: Pick<Tournament, 'round' | 'startsAt' | 'endedAt'>): 'finished' | 'calledOff' | 'notHeld' {
  if (round > 0) return 'finished'
  return endedAt < startsAt ? 'calledOff' : 'notHeld'
}

/** The game that waits for the player; undefined if there is none. */
export function currentGame({ you }: Pick<TournamentDetail, 'you'>): GameId | undefined {
  return you?.match?.scores === undefined ? you?.match?.games.at(-1) : undefined
}

/** The unfinished tournaments, then the latest finished ones; undefined without an answer. */
export function fetchTournaments(): Promise<readonly Tournament[] | undefined> {
  return fetchList('/api/tournaments')
}

/**
 * The tournaments of the classes that the player teaches or attends, the latest first; undefined
 * without an answer.
 */
export function fetchClassTournaments(): Promise<readonly Tournament[] | undefined> {
  return fetchList('/api/classes/tournaments')
}

/**
 * The unfinished tournaments that the player has entered, the next first, then those called off
 * lately; undefined without an answer.
 */
export function fetchOwnTournaments(): Promise<readonly Tournament[] | undefined> {
  return fetchList('/api/account/tournaments')
}

/**
 * A tournament that the player has entered and that may be in progress at the same time as this
 * one; undefined if there is none, or without an answer.
 */
export async function fetchOverlapping(
  tournament: Tournament,
  now: number,
): Promise<Tournament | undefined> {
  return (await fetchOwnTournaments())?.find((own) => mayOverlap(own, tournament, now))
}

/** May two tournaments be in progress at the same time? */
export function mayOverlap(one: Tournament, other: Tournament, now: number): boolean {
  if (one.id === other.id || one.endedAt !== undefined || other.endedAt !== undefined) return false
  return one.startsAt < endEstimate(other, now) && other.startsAt < endEstimate(one, now)
}

/**
 * A tournament, with the standings from a place on; the server's reason if it cannot be shown;
 * undefined without an answer.
 * @param round whose matches to give; the latest if undefined
 */
export async function fetchTournament(
  text: string,
  from: number,
  round: number | undefined,
): Promise<TournamentDetail | NoTournament | undefined> {
  const id = tournamentIdSchema.safeParse(text)
  if (!id.success) return 'unknownTournament'
  const query = round === undefined ? `from=${from}` : `from=${from}&round=${round}`
  const answer = await readAnswer(`/api/tournaments/${id.data}?${query}`)
  const refusal = httpRefusalSchema.safeParse(answer).data
  switch (refusal?.code) {
    case 'unknownTournament':
    case 'damagedTournament':
      return refusal.code
  }
  return tournamentDetailSchema.safeParse(answer).data
}

/** A player's finished games in a tournament; undefined without an answer. */
export async function fetchTournamentGames(
  id: string,
  player: string,
  before?: number,
): Promise<TournamentGames | undefined> {
  const query = new URLSearchParams({ player })
  if (before !== undefined) query.set('before', String(before))
  const answer = await readAnswer(`/api/tournaments/${id}/games?${query}`)
  return tournamentGamesSchema.safeParse(answer).data
}

/** The tournament that a game belongs to; undefined if it belongs to none, or without an answer. */
export async function fetchTournamentOf(game: GameId): Promise<TournamentLink | undefined> {
  const answer = await readAnswer(`/api/games/${game}/tournament`)
  return gameTournamentReplySchema.safeParse(answer).data?.tournament
}

/** Makes a tournament. */
export async function makeTournament(
  wish: TournamentWish,
): Promise<Result<TournamentId, PressRefusal>> {
  const answer = await send('make', wish)
  const made = tournamentMadeSchema.safeParse(answer)
  return made.success ? ok(made.data.tournament) : err(refusalOf(answer))
}

/** What a player can do to a tournament. */
export type TournamentPress = 'enter' | 'leave' | 'cancel'

/** Enters, leaves or cancels a tournament. */
export async function pressTournament(
  what: TournamentPress,
  tournament: TournamentId,
): Promise<Result<void, PressRefusal>> {
  const answer = await send(what, { tournament })
  const isDone = answer !== undefined && !httpRefusalSchema.safeParse(answer).success
  return isDone ? ok(undefined) : err(refusalOf(answer))
}

// --- internal ---

/** When a tournament is over if both players use all the time that their games can expect. */
function endEstimate({ startsAt, endsAt, round, rounds, terms }: Tournament, now: number): number {
  const gameSeconds = 2 * (estimatedSeconds(terms.timeControl) ?? 0)
  // A round robin of one player has no rounds yet.
  const roundsMs = Math.max(1, rounds) * (2 * gameSeconds * 1000 + ROUND_PAUSE_MS)
  const end = endsAt ?? startsAt + roundsMs
  return round > 0 ? Math.max(end, now) : end
}

/** About the pauses of a round. */
const ROUND_PAUSE_MS = 1.5 * MINUTE_MS

async function fetchList(path: string): Promise<readonly Tournament[] | undefined> {
  const answer = await readAnswer(path)
  return tournamentsReplySchema.safeParse(answer).data?.tournaments
}

function refusalOf(answer: unknown): PressRefusal {
  const code = httpRefusalSchema.safeParse(answer).data?.code
  switch (code) {
    case 'unknownTournament':
    case 'damagedTournament':
    case 'tournamentStarted':
    case 'tournamentOver':
    case 'tournamentFull':
    case 'tooManyTournaments':
    case 'badTournamentName':
    case 'tooManyEntries':
    case 'notEntered':
    case 'notMaker':
    case 'needsAccount':
    case 'forPeople':
    case 'suspended':
      return code
    default:
      return 'other'
  }
}

function send(what: string, body: object): Promise<unknown> {
  return readAnswer(`/api/tournaments/${what}`, posting(body))
}
