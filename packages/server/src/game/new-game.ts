import {
  type CreatedEvent,
  commitmentOf,
  type GameEvent,
  matchPoints,
  type PlayerCard,
  type PlayerId,
  type Terms,
} from '@hokito/protocol'
import { type ByColor, COLORS, type Color, opposite, score } from '@hokito/rules'
import type { Fresh } from './decision.ts'
import type { Kept } from './fairness.ts'
import { apply, boardOf, createGame, type Game } from './game.ts'

/** A game that is to be stored: the game, its events, and the secret that its deal depends on. */
export interface NewGame {
  readonly game: Game
  readonly events: readonly GameEvent[]
  /** What stays from an earlier game and is used up by this one. */
  readonly kept?: Kept | undefined
  /** What was known of breaks of its players; only in a game over days. */
  readonly breaks?: ReadonlyMap<PlayerId, number> | undefined
}

/** What two players have agreed on. */
export interface Agreement {
  readonly terms: Terms
  readonly seats: ByColor<PlayerCard>
  /** Were these colours drawn by lot? */
  readonly isByLot: boolean
  /** What stays from a game of theirs that was called off. */
  readonly kept: Kept | undefined
  readonly now: number
  readonly fresh: Fresh
  /** Is the game shown among those that everybody may watch? Not unless said. */
  readonly isListed?: boolean
}

/** The game that an accepted challenge begins. Colours that somebody has chosen are terms, and stay. */
export function newGame(agreement: Agreement): NewGame {
  const { terms, seats, isByLot, kept, fresh } = agreement
  const created = createdBy({
    ...agreement,
    seats: isByLot ? keepSeats(seats, kept) : seats,
  })
  return dealOut({ created: { ...created, ...firstOf(terms) }, secret: fresh.secret, kept })
}

/** What the game after a finished one is made of besides that. */
export type Following = Pick<Agreement, 'kept' | 'now' | 'fresh'>

/** The game that follows a finished one: the second of a match with the same deal, or a rematch. */
export function followingGame(finished: Game, { kept, now, fresh }: Following): NewGame {
  const { view } = finished
  const swapped = { black: view.seats.white, white: view.seats.black }
  const { terms, isListed = false } = view
  if (!isMatchOpen(finished)) {
    const seats = keepSeats(swapped, kept)
    const isByLot = kept !== undefined
    const created = createdBy({ terms, seats, isByLot, kept, now, fresh, isListed })
    const rematch = { ...created, ...firstOf(terms), previous: view.id }
    return dealOut({ created: rematch, secret: fresh.secret, kept })
  }
  const swap = { seats: swapped, isByLot: false, kept: undefined }
  const created = createdBy({ ...swap, terms, now, fresh, isListed })
  const first = { game: view.id, points: pointsForNext(finished), winner: winnerForNext(finished) }
  const { keptFrom } = view
  const second: CreatedEvent = {
    ...created,
    match: { game: 2, first },
    ...(keptFrom && { keptFrom }),
  }
  if (view.deal === undefined) throw new Error(`${view.id} goes on without a deal`)
  return dealt(second, view.deal)
}

/** Was it the first game of a match that goes on? */
export function isMatchOpen({ view }: Game): boolean {
  return view.match?.game === 1 && view.ending?.kind !== 'aborted'
}

/**
 * A game over days that begins while players are on a break, so that the days of those do not run.
 * @param breaks until when players are on a break who are
 */
export function beginningBeside(made: NewGame, breaks: ReadonlyMap<PlayerId, number>): NewGame {
  const { seats, createdAt } = made.game.view
  let { game } = made
  const events = [...made.events]
  for (const color of COLORS) {
    const until = breaks.get(seats[color].id)
    if (until === undefined) continue
    const event: GameEvent = { kind: 'tookBreak', at: createdAt, color, until }
    events.push(event)
    game = apply(game, { event })
  }
  return { ...made, game, events, breaks }
}

// --- internal ---

function createdBy(agreement: Agreement): CreatedEvent {
  const { terms, seats, isByLot, kept, now, fresh, isListed } = agreement
  return {
    kind: 'created',
    at: now,
    game: fresh.id,
    terms,
    seats,
    ...(isByLot && { lot: true }),
    ...(kept && { keptFrom: kept.origin }),
    ...(isListed === true && { isListed }),
  }
}

function firstOf({ games }: Terms): Pick<CreatedEvent, 'match'> {
  return games === 2 ? { match: { game: 1 } } : {}
}

function keepSeats(seats: ByColor<PlayerCard>, kept: Kept | undefined): ByColor<PlayerCard> {
  if (kept === undefined || kept.black === seats.black.id) return seats
  return { black: seats.white, white: seats.black }
}

interface Undealt {
  readonly created: CreatedEvent
  readonly secret: string
  readonly kept: Kept | undefined
}

/**
 * Deals what is known already. Otherwise both place their pieces, or the server binds itself and the
 * players make the deal.
 */
function dealOut({ created, secret, kept }: Undealt): NewGame {
  const { setup } = created.terms
  const deal = setup.kind === 'given' ? setup.deal : kept?.deal
  if (deal !== undefined) return { ...dealt(created, deal), kept }
  if (setup.kind === 'placed') {
    return { game: createGame(created, undefined), events: [created], kept }
  }
  const bound = { ...created, commitment: commitmentOf(secret) }
  return { game: createGame(bound, secret), events: [bound], kept }
}

function dealt(created: CreatedEvent, deal: string): NewGame {
  const event: GameEvent = { kind: 'dealt', at: created.at, deal }
  return { game: apply(createGame(created, undefined), { event }), events: [created, event] }
}

/** Who won the first game, by the colour that player has in the second. */
function winnerForNext({ view: { ending } }: Game): Color | 'draw' {
  const winner = ending?.winner
  return winner === 'black' || winner === 'white' ? opposite(winner) : 'draw'
}

/** Each player's points of the first game, by the colour that player has in the second. */
function pointsForNext(finished: Game): ByColor<number> {
  const points = matchPoints(finished.view, score(boardOf(finished)))
  return { black: points.white, white: points.black }
}
