import { isSlip, type JudgedMove } from '@hokito/engine/review'
import { formatMove } from '@hokito/rules'
import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { useCurrentShown } from '../../ui/use-seen.ts'
import { describeJudged, signOfJudgement } from '../../words/review.ts'
import { rowsOf } from '../game/MoveList.tsx'
import { MoveStrip } from '../game/MoveStrip.tsx'

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

/** The same in one row, for a screen without room for them. */
export function ReviewStrip({ model }: { readonly model: ReviewModel }) {
  const t = useTranslate()
  const moves = model.record.moves.map((move, at) => {
    const slip = slipAt(model, at + 1)
    const sign = slip === undefined ? '' : signOfJudgement(slip.judgement)
    return {
      text: formatMove(move) + sign,
      label: slip && describeJudged(t, slip, model.firstTurn),
    }
  })
  return (
    <MoveStrip
      moves={moves}
      firstTurn={model.firstTurn}
      ply={model.ply.value}
      onGo={model.walk.go}
    />
  )
}

// --- internal ---

/** The move that led to a position, if it is a slip. */
function slipAt(model: ReviewModel, ply: number): JudgedMove | undefined {
  const judged = model.judgedAt(ply)
  return judged !== undefined && isSlip(judged) ? judged : undefined
}

interface ReviewMoveProps {
  readonly model: ReviewModel
  /** How many moves were made with it. */
  readonly ply: number
}

function ReviewMove({ model, ply }: ReviewMoveProps) {
  const t = useTranslate()
  const move = model.record.moves[ply - 1]
  if (move === undefined) return null
  const slip = slipAt(model, ply)
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
