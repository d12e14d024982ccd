import type { GameEvent, GameId, PlayerId, Terms } from '@hokito/protocol'
import {
  arrange,
  type BySquare,
  type Deal,
  dealOf,
  type EndRule,
  endingOnBoard,
  formatDeal,
  legalMoves,
  type Move,
  type Piece,
  type Position,
  play,
  randomIndex,
  seededBytes,
  start,
} from '@hokito/rules'
import { SYSTEM_CHANCE } from '../../src/ground/chance.ts'
import type { Database } from '../../src/store/database.ts'
import { GIVEN_TERMS } from './page.ts'

/** A game to be stored as the server would have stored it. */
export interface FinishedGame {
  readonly deal: Deal
  readonly endRule: EndRule
  readonly moves: readonly Move[]
  readonly black: PlayerId
  readonly white: PlayerId
  readonly isListed: boolean
  readonly how: 'stuck' | 'resigned' | 'aborted' | 'abandoned'
  /** For tests that depend on when the game was over. */
  readonly endedAt?: number
}

/** Random moves to the end of the game, or at most `most`. */
export function drawMoves(position: Position, seed: number, most = 99): readonly Move[] {
  const bytes = seededBytes(seed)
  const moves: Move[] = []
  for (let at = position; moves.length < most && endingOnBoard(at) === undefined; ) {
    const legal = legalMoves(at)
    const move = legal[randomIndex(legal.length, bytes)]
    if (move === undefined) break
    moves.push(move)
    at = play(at, move)
  }
  return moves
}

/** The mirrored deal: another number, but the same game. */
export function inMirror(deal: Deal): Deal {
  const pieces = arrange(deal)
  const mirrored = pieces.map((_, square) => pieces[fileMirrored(square)])
  const made = dealOf(mirrored as BySquare<Piece>)
  if (made === undefined) throw new Error('a mirrored deal is none')
  return made
}

/** Stores a game with its events; `endGame` ends one that was stored running. */
export async function storeGame(
  database: Database,
  game: FinishedGame,
  isOver = true,
): Promise<{ readonly id: GameId; readonly key: number }> {
  const { id } = SYSTEM_CHANCE.fresh()
  const row = { id, black: game.black, white: game.white, createdAt: 1, secret: null }
  const { key } = await database.db
    .insertInto('games')
    .values({ ...row, endedAt: null, damage: null })
    .returning('key')
    .executeTakeFirstOrThrow()
  const events = eventsOf(id, game)
  await insert(database, key, events.slice(0, -1), 1)
  if (isOver) await endGame(database, key, game)
  return { id, key }
}

export async function endGame(database: Database, key: number, game: FinishedGame): Promise<void> {
  const events = eventsOf(SYSTEM_CHANCE.fresh().id, game)
  await insert(database, key, events.slice(-1), events.length)
  const { endedAt = USUAL_END } = game
  await database.db.updateTable('games').set({ endedAt }).where('key', '=', key).execute()
}

// --- internal ---

const SIDE = 6
const USUAL_END = 2

function fileMirrored(square: number): number {
  const mirrored = square - (square % SIDE) + SIDE - 1 - (square % SIDE)
  return mirrored
}

function eventsOf(id: GameId, game: FinishedGame): readonly GameEvent[] {
  const { deal, endRule, moves, isListed, black, white, endedAt = USUAL_END } = game
  const number = formatDeal(deal)
  const terms: Terms = { ...GIVEN_TERMS, endRule, setup: { kind: 'given', deal: number } }
  const seats = { black: { id: black, name: 'Black' }, white: { id: white, name: 'White' } }
  return [
    { kind: 'created', at: 1, game: id, terms, seats, ...(isListed && { isListed }) },
    { kind: 'dealt', at: 1, deal: number },
    ...moves.map(({ from, to }): GameEvent => ({ kind: 'moved', at: 1, from, to, lagMs: 0 })),
    { kind: 'ended', at: endedAt, ending: endingOf(game) },
  ]
}

function endingOf({ how, moves, deal, endRule }: FinishedGame) {
  if (how === 'aborted') return { kind: 'aborted', winner: 'nobody' } as const
  if (how === 'resigned' || how === 'abandoned') return { kind: how, winner: 'white' } as const
  const last = moves.reduce((position, move) => play(position, move), start(deal, endRule))
  const winner = endingOnBoard(last)?.winner
  if (winner === undefined) throw new Error('the game is not over')
  return { kind: 'stuck', winner } as const
}

async function insert(
  database: Database,
  game: number,
  events: readonly GameEvent[],
  version: number,
): Promise<void> {
  const rows = events.map((event, index) => ({
    game,
    version: version + index,
    command: null,
    eventJson: JSON.stringify(event),
  }))
  await database.transact((transaction) => database.insertEvents(transaction, rows))
}
