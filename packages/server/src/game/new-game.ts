import {
  type CreatedEvent,
  commitmentOf,
  type GameEvent,
  type GameView,
  matchPoints,
  offeredTerms,
  type PlayerCard,
  type PlayerId,
  type Terms,
} from '@hokito/protocol'
import { type ByColor, COLORS, type Color, opposite, score } from '@hokito/rules'
import type { Fresh } from './decision.ts'
import type { Kept } from './fairness.ts'
import { apply, boardOf, createGame, type Game } from './game.ts'

/** A game to store: the game, its events, and the secret on which its deal depends. */
export interface NewGame {
  readonly game: Game
  readonly events: readonly GameEvent[]
  /** A left deal or colours that this game uses up. */
  readonly kept?: Kept | undefined
  /** The known breaks of its players; only in a correspondence game. */
  readonly breaks?: ReadonlyMap<PlayerId, number> | undefined
}

/** The agreement of two players. */
export interface Agreement {
  readonly terms: Terms
  readonly seats: ByColor<PlayerCard>
  /** Were these colours drawn by lot? */
  readonly isByLot: boolean
  /** A left deal or colours of an aborted game of theirs. */
  readonly kept: Kept | undefined
  readonly now: number
  readonly fresh: Fresh
  /** Is the game listed among those that anyone may watch? Not by default. */
  readonly isListed?: boolean
}

/** The game of an accepted challenge. Colours that a player chose are terms, and stay. */
export function newGame(agreement: Agreement): NewGame {
  const { terms, seats, isByLot, kept, fresh } = agreement
  const created = createdBy({
    ...agreement,
    seats: isByLot ? keepSeats(seats, kept) : seats,
  })
  return dealOut({ created: { ...created, ...firstOf(terms) }, secret: fresh.secret, kept })
}

/** The data for the game after a finished one, besides that game. */
export type Following = Pick<Agreement, 'kept' | 'now' | 'fresh'>

/** The game that follows a finished one: the second of a match with the same deal, or a rematch. */
export function followingGame(finished: Game, { kept, now, fresh }: Following): NewGame {
  const { view } = finished
  const { isListed = false } = view
  const terms = offeredTerms(view.terms)
  if (!isMatchOpen(finished)) {
    const seats = keepSeats(rematchSeats(view), kept)
    const isByLot = kept !== undefined
    const created = createdBy({ terms, seats, isByLot, kept, now, fresh, isListed })
    const rematch = { ...created, ...firstOf(terms), previous: view.id }
    return dealOut({ created: rematch, secret: fresh.secret, kept })
  }
  const swapped = { black: view.seats.white, white: view.seats.black }
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

/** Was it the first game of a match that continues? */
export function isMatchOpen({ view }: Game): boolean {
  return view.match?.game === 1 && view.ending?.kind !== 'aborted'
}

/**
 * A correspondence game that begins while players are on a break, so that their clocks do not run.
 * @param breaks the players who are on a break, and until when
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

/** Colours change. After a divided game the other player divides, whichever side they chose. */
function rematchSeats({ seats, division }: GameView): ByColor<PlayerCard> {
  const first = opposite(division?.by ?? 'black')
  return { black: seats[first], white: seats[opposite(first)] }
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
 * Deals straight away if the deal is known. Otherwise both players place their pieces, or the
 * server commits to a secret and the players make the deal.
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

/** The winner of the first game, by that player's colour in the second. */
function winnerForNext({ view: { ending } }: Game): Color | 'draw' {
  const winner = ending?.winner
  return winner === 'black' || winner === 'white' ? opposite(winner) : 'draw'
}

/** Each player's points in the first game, by their colour in the second. */
function pointsForNext(finished: Game): ByColor<number> {
  const points = matchPoints(finished.view, score(boardOf(finished)))
  return { black: points.white, white: points.black }
}
