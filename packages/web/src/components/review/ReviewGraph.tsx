import type { JudgedMove } from '@hokito/engine/review'
import { useTranslate } from '../../i18n/i18n.ts'
import { PLOT, shiftsOfMarks } from '../../models/review/mark-places.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { describeOutlook } from '../../words/analysis.ts'
import { type Point, pointsOf } from '../../words/points.ts'
import { describeJudged, signOfJudgement } from '../../words/review.ts'
import { joinSentences } from '../../words/sentences.ts'

/**
 * The expected margin over the game, with the moments that mattered. A slider lies over the drawing:
 * a press or a key on it shows that position, and its text says in words what the drawing shows.
 */
export function ReviewGraph({ model }: { model: ReviewModel }) {
  const t = useTranslate()
  const last = model.moves.value.length
  const points = pointsOf(model.judged.value)
  const at = model.ply.value
  const plot = plotOf(points, last)
  const marks = marksOf(points, plot, model.moments.value)
  return (
    <div class="review-plot">
      <Drawing {...{ points, marks, plot }} here={at} />
      <Discs marks={marks} />
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t('review.graph')}
        aria-valuetext={spokenAt(at)}
        onInput={(event) => model.walk.go(Number(event.currentTarget.value))}
      />
    </div>
  )

  function spokenAt(ply: number): string {
    const point = points.find((each) => each.ply === ply)
    if (point === undefined) return t('replay.position', { ply, last })
    const said = point.move && describeJudged(t, point.move, model.firstTurn)
    return joinSentences(said ?? t('game.start'), describeOutlook(t, point.outlook))
  }
}

// --- internal ---

/** The least scale, so that small margins do not fill the full height. */
const LEAST_SCALE = 12

/** The places of plies and leads in the drawing, in percent of its size. */
interface Plot {
  readonly x: (ply: number) => number
  readonly y: (lead: number) => number
}

/** A disc: its point in percent, and its shift away from other discs in pixels. */
interface Mark {
  readonly ply: number
  readonly move: JudgedMove
  readonly left: number
  readonly top: number
  readonly shift: number
}

interface DrawingProps {
  readonly points: readonly Point[]
  readonly marks: readonly Mark[]
  readonly plot: Plot
  /** The ply of the position shown. */
  readonly here: number
}

function Drawing({ points, marks, plot: { x, y }, here }: DrawingProps) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <line class="review-zero" x1="0" y1="50" x2="100" y2="50" />
      <line class="review-here" x1={x(here)} y1="0" x2={x(here)} y2="100" />
      {segmentsOf(points).map(([from, to]) => (
        <line
          key={to.ply}
          class={isProved(from) && isProved(to) ? 'review-line' : 'review-line review-expected'}
          x1={x(from.ply)}
          y1={y(from.lead)}
          x2={x(to.ply)}
          y2={y(to.lead)}
        />
      ))}
      {marks.map(
        ({ ply, left, top, shift }) =>
          shift !== 0 && (
            <line
              key={ply}
              class="review-stem"
              x1={left}
              y1={top}
              x2={left}
              y2={top + (100 * shift) / PLOT.height}
            />
          ),
      )}
    </svg>
  )
}

function Discs({ marks }: Pick<DrawingProps, 'marks'>) {
  return (
    <>
      {marks.map(({ ply, move, left, top, shift }) => (
        <span
          key={ply}
          class={`review-mark review-mark-${move.mover}`}
          style={{
            left: `calc(var(--thumb) / 2 + (100% - var(--thumb)) * ${left / 100})`,
            // Near the edge it moves inwards by half its size.
            top: `clamp(10px, calc(${top}% + ${shift}px), calc(100% - 10px))`,
          }}
          aria-hidden="true"
        >
          {signOfJudgement(move.judgement)}
        </span>
      ))}
    </>
  )
}

function plotOf(points: readonly Point[], last: number): Plot {
  const most = Math.max(LEAST_SCALE, ...points.map(({ lead }) => Math.abs(lead)))
  return {
    x: (ply) => (100 * ply) / Math.max(1, last),
    y: (lead) => 50 - (46 * lead) / most,
  }
}

/** The discs of some slips. */
function marksOf(
  points: readonly Point[],
  { x, y }: Plot,
  moments: readonly JudgedMove[],
): readonly Mark[] {
  const slips = points.flatMap(({ ply, lead, move }) =>
    move !== undefined && moments.includes(move) ? [{ ply, move, left: x(ply), top: y(lead) }] : [],
  )
  const shifts = shiftsOfMarks(
    slips.map(({ move, left, top }) => ({ x: left, y: top, weight: move.chanceLost })),
  )
  return slips.map((slip, index) => ({ ...slip, shift: shifts[index] ?? 0 }))
}

/** Whether at least the winner is proved. */
function isProved({ outlook }: Point): boolean {
  return outlook.kind === 'proved'
}

/**
 * Pairs of neighbouring points. A review in progress works from the end of the game, so it leaves
 * no gap.
 */
function segmentsOf(points: readonly Point[]): readonly (readonly [Point, Point])[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index]
    return from !== undefined && from.ply === to.ply - 1 ? [[from, to] as const] : []
  })
}
