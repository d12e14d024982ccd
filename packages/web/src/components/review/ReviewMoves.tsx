import { isSlip } from '@hokito/engine/review'
import { formatMove } from '@hokito/rules'
import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { useCurrentShown } from '../../ui/use-seen.ts'
import { describeJudged, signOfJudgement } from '../../words/review.ts'
import { rowsOf } from '../game/MoveList.tsx'

/** The moves of the game beside what the review says, with the signs of the slips. */
export function ReviewMoves({ model }: { readonly model: ReviewModel }) {
  const t = useTranslate()
  const list = useRef<HTMLOListElement>(null)
  useCurrentShown(list, model.ply.value)
  return (
    <section class="moves review-moves" aria-label={t('game.moves')}>
      <ol ref={list} class="moves-list">
        {rowsOf(model.record.moves, model.firstTurn).map(({ number, plies }) => (
          <li key={number}>
            <span class="moves-number">{number}</span>
            {plies.map((ply) => (
              <ReviewMove key={ply} model={model} ply={ply} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

// --- internal ---

interface ReviewMoveProps {
  readonly model: ReviewModel
  /** How many moves were made with it. */
  readonly ply: number
}

function ReviewMove({ model, ply }: ReviewMoveProps) {
  const t = useTranslate()
  const move = model.record.moves[ply - 1]
  if (move === undefined) return null
  const judged = model.judgedAt(ply)
  const slip = judged !== undefined && isSlip(judged) ? judged : undefined
  return (
    <button
      type="button"
      class="moves-move"
      aria-label={slip && describeJudged(t, slip, model.firstTurn)}
      aria-current={model.ply.value === ply ? 'step' : undefined}
      onClick={() => model.walk.go(ply)}
    >
      {formatMove(move)}
      {slip && <b>{signOfJudgement(slip.judgement)}</b>}
    </button>
  )
}
