import { type GameView, isLateLoss, matchPoints, type PlayerId } from '@hokito/protocol'
import { COLORS, type Color, opposite, score } from '@hokito/rules'
import { boardOf, type Game } from '../game/game.ts'

/** The result of a match for one of its players. */
export interface MatchResult {
  readonly player: PlayerId
  /** 2 for a match won, 1 for one drawn, 0 for one lost. */
  readonly score: number
  /** Points on the board, of both games. */
  readonly points: number
  /** Did this player miss the time for the first move? */
  readonly isAbsent: boolean
}

/**
 * The result of a match whose games cannot be read: a draw, so that no one waits for it for ever.
 */
export function unreadable(players: readonly PlayerId[]): readonly MatchResult[] {
  return players.map((player) => ({ player, score: 1, points: 0, isAbsent: false }))
}

/**
 * The result of a match whose first game was called off. The player who missed the time for the
 * first move, or called the game off, loses; both lose if both were late.
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

/** The result of a match from its finished second game: the sum of points of both games decides. */
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

/**
 * The result of an arena game that was played to an end: only the winner counts, not the margin.
 */
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

/** Did this player lose the second game by missing the time for its first move? */
function isAbsentIn({ ending, moves }: GameView, color: Color): boolean {
  return isLateLoss(ending, moves.length) && ending?.winner === opposite(color)
}
