import { type GameSummary, type PlayerCard, phaseOf, turnOf } from '@hokito/protocol'
import type { ApiGame, ApiGameSummary } from '@hokito/protocol/api'
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

/** A game as the API tells it. */
export function apiGameOf({ view, position }: Game): ApiGame {
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
    moves: moves.map(formatMove),
    clocks: terms.timeControl.kind === 'none' ? [] : view.clockAtPly,
    ...(ending && { ending }),
    ...(match?.first && { firstGame: match.first.game }),
    ...(next && { nextGame: next }),
  }
}

/** A finished game as lists of the API have it. */
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

/** An instant of the server's clock as the API writes it. */
export function dateTimeOf(instant: number): string {
  return new Date(instant).toISOString()
}

// --- internal ---

function seatsOf(seats: ByColor<PlayerCard>): Pick<ApiGame, Color> {
  return byColor((color) => ({ id: seats[color].id, name: seats[color].name }))
}
