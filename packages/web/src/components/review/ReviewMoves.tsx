import { isSlip } from '@hokito/engine/review'
import { formatMove, numberBefore } from '@hokito/rules'
import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { useCurrentShown } from '../../ui/use-seen.ts'
import { describeJudged, signOfJudgement } from '../../words/review.ts'

/** The moves of the game beside what the review says, with the signs of the slips. */
export function ReviewMoves({ model }: { readonly model: ReviewModel }) {
  const t = useTranslate()
  const list = useRef<HTMLOListElement>(null)
  useCurrentShown(list, model.ply.value)
  const { firstTurn } = model
  return (
    <section class="moves review-moves" aria-label={t('game.moves')}>
      <ol ref={list} class="moves-list">
        {model.record.moves.map((move, ply) => {
          const number = numberBefore(ply, firstTurn)
          if (number === undefined) return null
          const hasSecond = numberBefore(ply + 1, firstTurn) === undefined
          return (
            <li key={`${number} ${formatMove(move)}`}>
              <span class="moves-number">{number}</span>
              <ReviewMove model={model} ply={ply} />
              {hasSecond && <ReviewMove model={model} ply={ply + 1} />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

// --- internal ---

interface ReviewMoveProps {
  readonly model: ReviewModel
  /** How many moves were made before it. */
  readonly ply: number
}

function ReviewMove({ model, ply }: ReviewMoveProps) {
  const t = useTranslate()
  const move = model.record.moves[ply]
  if (move === undefined) return null
  const judged = model.judgedAt(ply + 1)
  const slip = judged !== undefined && isSlip(judged) ? judged : undefined
  return (
    <button
      type="button"
      class="moves-move"
      aria-label={slip && describeJudged(t, slip, model.firstTurn)}
      aria-current={model.ply.value === ply + 1 ? 'step' : undefined}
      onClick={() => model.walk.go(ply + 1)}
    >
      {formatMove(move)}
      {slip && <b>{signOfJudgement(slip.judgement)}</b>}
    </button>
  )
}
