import { isSlip, type Judgement, judgeGame, REVIEW_SETTINGS } from '@hokito/engine/review'
import { type GameRecord, GLYPH_SIGNS, positionOf } from '@hokito/rules'
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import type { Findings } from '../../models/analysis/analyst.ts'
import type { Outlook } from '../../models/analysis/outlook.ts'
import { nodesOn, pathAfter, ROOT, type TreePath, toggleGlyph } from '../../models/analysis/tree.ts'
import { type Analysis, recordOf } from '../../models/analysis/tree-record.ts'
import { positionsAlong } from '../../models/game/record-view.ts'
import { createReviewStore } from '../../models/review/review-store.ts'
import { reviewKey } from '../../models/review/review-text.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { describeOutlook, shortOutlook } from '../../words/analysis.ts'
import { type Point, pointsOf } from '../../words/points.ts'
import { signOfJudgement } from '../../words/review.ts'
import { useTexts } from '../game/use-texts.ts'
import type { MoveMark } from './MoveTree.tsx'
import type { AnalysisEngine } from './use-analyst.ts'

/** What the review of an analysed game says, as far as the engine has found nothing surer. */
export interface ReviewMarks {
  /** What is written beside the moves of the game, by their paths. */
  readonly marks: ReadonlyMap<TreePath, MoveMark>
  /** The expected result at the position shown: the best that review and engine know. */
  readonly outlook: Outlook | undefined
}

/** Joins the review that this device keeps of a game with what the engine finds in its analysis. */
export function useReviewMarks(
  model: AnalysisModel,
  engine: AnalysisEngine,
  isWanted: boolean,
): ReviewMarks {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  const known = useOwned(() => createKnown(model, engine, isWanted ? deviceStorage : undefined))
  const points = known.points.value
  const hasNames = useTexts('review', points.size > 0)
  const marks = new Map<TreePath, MoveMark>()
  for (const [path, point] of points) {
    if (path !== ROOT) marks.set(path, markOf(t, point, hasNames))
  }
  return { marks, outlook: known.outlook.value }
}

/**
 * An analysis with the verdicts of a review that this device keeps of its game, for moves without a
 * judgement of the player's own.
 */
export function withVerdicts(analysis: Analysis, storage: () => Storage): Analysis {
  let { tree } = analysis
  for (const [path, { move }] of reviewedPoints(recordOf(analysis), storage)) {
    const code = move && isSlip(move) ? glyphOf(move.judgement) : undefined
    const isFree = nodesOn(tree, path)?.at(-1)?.glyphs.length === 0
    if (code !== undefined && isFree) tree = toggleGlyph(tree, path, code)
  }
  return { ...analysis, tree }
}

// --- internal ---

/** The glyph of a judgement. None says that a win was missed, which is a blunder. */
function glyphOf(judgement: Judgement): number | undefined {
  const written = signOfJudgement(judgement === 'missedWin' ? 'blunder' : judgement)
  return GLYPH_SIGNS.find(([sign]) => sign === written)?.[1]
}

function markOf(t: Translate, { move, outlook }: Point, hasNames: boolean): MoveMark {
  const slip = move !== undefined && isSlip(move) ? move : undefined
  return {
    sign: slip === undefined ? '' : signOfJudgement(slip.judgement),
    name: slip === undefined || !hasNames ? '' : t(`review.judged.${slip.judgement}`),
    value: shortOutlook(t, outlook),
    spoken: describeOutlook(t, outlook),
  }
}

function createKnown(
  model: AnalysisModel,
  { analyst, threatens }: AnalysisEngine,
  storage: (() => Storage) | undefined,
) {
  const points = signal(
    storage === undefined ? new Map() : reviewedPoints(recordOf(model.analysis.peek()), storage),
  )
  /** The engine's findings on the position shown; those on a threat are about another one. */
  const found = computed(() => {
    const findings = analyst.findings.value
    return findings?.position === model.position.value ? findings : undefined
  })
  const stop = effect(() => {
    const path = model.path.value
    const point = points.peek().get(path)
    const outlook = found.value?.lines[0]?.outlook
    if (point === undefined || outlook === undefined) return
    if (found.value === undefined || !isSurer(found.value, outlook, point.outlook)) return
    points.value = new Map([...points.peek(), [path, { ...point, outlook }]])
  })
  return {
    points: points as ReadonlySignal<ReadonlyMap<TreePath, Point>>,
    outlook: computed(() =>
      threatens.value
        ? undefined
        : (points.value.get(model.path.value)?.outlook ?? found.value?.lines[0]?.outlook),
    ),
    dispose: stop,
  }
}

/** Each position of the game that a kept review knows, by the path that leads to it. */
function reviewedPoints(record: GameRecord, storage: () => Storage): Map<TreePath, Point> {
  const positions = positionsAlong(positionOf(record), record.moves)
  const findings = createReviewStore(storage).load(reviewKey(record), {
    positions,
    moves: record.moves,
  })
  const judged = judgeGame(findings.values())
  const paths: TreePath[] = [ROOT]
  for (const move of record.moves) paths.push(pathAfter(paths.at(-1) ?? ROOT, move))
  return new Map(pointsOf(judged).map((point) => [paths[point.ply] ?? ROOT, point]))
}

/** Does the engine know more than the review: a proof, or a deeper search? */
function isSurer({ depth }: Findings, found: Outlook, known: Outlook): boolean {
  if (known.kind === 'proved') {
    return known.lead === undefined && found.kind === 'proved' && found.lead !== undefined
  }
  return found.kind === 'proved' || depth > REVIEW_SETTINGS.depth
}
