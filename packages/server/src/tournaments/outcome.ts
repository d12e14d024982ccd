import { type GameView, isLateLoss, matchPoints, type PlayerId } from '@hokito/protocol'
import { COLORS, type Color, opposite, score } from '@hokito/rules'
import { boardOf, type Game } from '../game/game.ts'

/** What a match came to for one of its players. */
export interface MatchResult {
  readonly player: PlayerId
  /** 2 for a match won, 1 for one drawn, 0 for one lost. */
  readonly score: number
  /** Points on the board, of both games. */
  readonly points: number
  /** Had this player not come to the board in time? */
  readonly isAbsent: boolean
}

/** A match whose games cannot be read: a draw, so that nobody has to wait for it for ever. */
export function unreadable(players: readonly PlayerId[]): readonly MatchResult[] {
  return players.map((player) => ({ player, score: 1, points: 0, isAbsent: false }))
}

/**
 * A match whose first game was called off: whoever let the time for it pass, or called it off, has lost it; both have
 * where both were waited for.
 */
export function calledOff({ seats, leftBy }: GameView): readonly MatchResult[] {
  return COLORS.map((color) => {
    const hasLost = leftBy === undefined || leftBy === color
    return {
      player: seats[color].id,
      score: hasLost ? 0 : 2,
      points: 0,
      isAbsent: hasLost,
    }
  })
}

/** A match by its second game, which is over: the sum of points of both decides. */
export function played(second: Game): readonly MatchResult[] {
  const { view } = second
  const own = matchPoints(view, score(boardOf(second)))
  const sum = (color: Color) => own[color] + (view.match?.first?.points[color] ?? 0)
  return COLORS.map((color) => {
    const difference = Math.sign(sum(color) - sum(opposite(color)))
    return {
      player: view.seats[color].id,
      score: difference + 1,
      points: sum(color),
      isAbsent: isAbsentIn(view, color),
    }
  })
}

/** A game of an arena, which is over and was played: who has won it counts, not by how much. */
export function playedAlone(game: Game): readonly MatchResult[] {
  const { view } = game
  const points = matchPoints(view, score(boardOf(game)))
  const { winner } = view.ending ?? {}
  return COLORS.map((color) => ({
    player: view.seats[color].id,
    score: winner === color ? 2 : winner === opposite(color) ? 0 : 1,
    points: points[color],
    isAbsent: false,
  }))
}

// --- internal ---

/** Was a second game given up before its first move by letting the time pass? */
function isAbsentIn({ ending, moves }: GameView, color: Color): boolean {
  return isLateLoss(ending, moves.length) && ending?.winner === opposite(color)
}
