import {
  type CreatedEvent,
  commitmentOf,
  type GameEvent,
  matchPoints,
  type PlayerCard,
  type Terms,
} from '@hokito/protocol'
import { type ByColor, score } from '@hokito/rules'
import type { Fresh } from './decision.ts'
import { apply, createGame, type Game } from './game.ts'

/** A game that is to be stored: the game, its events, and the secret that its deal depends on. */
export interface NewGame {
  readonly game: Game
  readonly events: readonly GameEvent[]
}

/** What two players have agreed on. */
export interface Agreement {
  readonly terms: Terms
  readonly seats: ByColor<PlayerCard>
  readonly now: number
  readonly fresh: Fresh
}

/** The game that an accepted challenge begins. */
export function newGame({ terms, seats, now, fresh }: Agreement): NewGame {
  return dealIfGiven({
    created: {
      ...createdBy({ terms, seats, now, fresh }),
      ...(terms.games === 2 && { match: { game: 1 } }),
    },
    secret: fresh.secret,
  })
}

/** The game that follows a finished one: the second of a match with the same deal, or a rematch. */
export function followingGame(finished: Game, now: number, fresh: Fresh): NewGame {
  const { view } = finished
  const seats = { black: view.seats.white, white: view.seats.black }
  const created = createdBy({ terms: view.terms, seats, now, fresh })
  const isSecond = view.match?.game === 1 && view.ending?.kind !== 'aborted'
  if (!isSecond) {
    const match = view.terms.games === 2 ? ({ match: { game: 1 } } as const) : {}
    return dealIfGiven({
      created: { ...created, ...match, previous: view.id },
      secret: fresh.secret,
    })
  }
  // The deal of the first game has its proof there.
  const { commitment: _, ...uncommitted } = created
  const first = { game: view.id, points: pointsForNext(finished) }
  return dealt({ ...uncommitted, match: { game: 2, first } }, view.deal ?? '')
}

// --- internal ---

function createdBy({ terms, seats, now, fresh }: Agreement): CreatedEvent {
  const isRandom = terms.setup.kind !== 'given'
  return {
    kind: 'created',
    at: now,
    game: fresh.id,
    terms,
    seats,
    ...(isRandom && { commitment: commitmentOf(fresh.secret) }),
  }
}

function dealIfGiven({
  created,
  secret,
}: {
  readonly created: CreatedEvent
  readonly secret: string
}): NewGame {
  const { setup } = created.terms
  if (setup.kind === 'given') return dealt(created, setup.deal)
  return { game: createGame(created, secret), events: [created] }
}

function dealt(created: CreatedEvent, deal: string): NewGame {
  const event: GameEvent = { kind: 'dealt', at: created.at, deal }
  return { game: apply(createGame(created, undefined), { event }), events: [created, event] }
}

/** Each player's points of the first game, by the colour that player has in the second. */
function pointsForNext({ view, position }: Game): ByColor<number> {
  const onBoard = position === undefined ? { black: 0, white: 0 } : score(position)
  const points = matchPoints(view, onBoard)
  return { black: points.white, white: points.black }
}
