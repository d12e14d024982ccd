import { isSlip } from '@hokito/engine/review'
import { formatMove } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { describeOutlook, shortOutlook } from '../../words/analysis.ts'
import { describeChance, numberedMove, signOfJudgement } from '../../words/review.ts'
import { outlookAfter, pointsOf } from './points.ts'
import { JudgementCounts } from './ReviewSummary.tsx'

/** All moves with their judgements as a table, with the same data as the graph. */
export function JudgedMoves({ model }: { model: ReviewModel }) {
  const t = useTranslate()
  const judged = model.judged.value
  if (judged.length === 0) return null
  const points = pointsOf(judged)
  return (
    <details class="review-all">
      <summary>{t('review.all')}</summary>
      {model.state.value === 'done' && <JudgementCounts model={model} />}
      <p class="note">{t('review.allNote')}</p>
      <table class="review-table">
        <thead>
          <tr>
            <th scope="col">{t('game.moves')}</th>
            <th scope="col">{t('review.judgement')}</th>
            <th scope="col">{t('review.lost')}</th>
            <th scope="col">{t('review.outlook')}</th>
          </tr>
        </thead>
        <tbody>
          {judged.map((move) => {
            const outlook = outlookAfter(move, points)
            return (
              <tr key={move.ply}>
                <th scope="row">
                  <button
                    type="button"
                    class="moves-move"
                    aria-label={numberedMove(move, model.firstTurn)}
                    aria-current={model.ply.value === move.ply + 1 ? 'step' : undefined}
                    onClick={() => model.walk.go(move.ply + 1)}
                  >
                    <span class={`disc disc-small disc-${move.mover}`} aria-hidden="true" />
                    {formatMove(move.move)}
                  </button>
                </th>
                <td>
                  <span class="review-sign" aria-hidden="true">
                    {signOfJudgement(move.judgement)}
                  </span>
                  {t(`review.judged.${move.judgement}`)}
                  {isSlip(move) && <small>{describeChance(t, move)}</small>}
                </td>
                <td>{move.pointsLost}</td>
                <td>
                  <span aria-hidden="true">{shortOutlook(t, outlook)}</span>
                  <span class="visually-hidden">{describeOutlook(t, outlook)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </details>
  )
}
