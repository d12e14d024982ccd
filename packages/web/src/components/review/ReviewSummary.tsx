import { JUDGEMENTS } from '@hokito/engine/review'
import { COLORS } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { shortNameIn, signOfJudgement } from '../../words/review.ts'

/** The points lost and the accuracy of both sides, and their moves of each judgement. */
export function ReviewSummary({ model }: { model: ReviewModel }) {
  const t = useTranslate()
  const summary = model.summary.value
  const shown = JUDGEMENTS.filter((each) => COLORS.some((color) => summary[color].counts[each] > 0))
  return (
    <table class="review-summary">
      <thead>
        <tr>
          <td />
          {COLORS.map((color) => (
            <th key={color} scope="col">
              <span class={`disc disc-small disc-${color}`} aria-hidden="true" />
              {shortNameIn(t, model, color)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr class="review-headline">
          <th scope="row">{t('review.lostInAll')}</th>
          {COLORS.map((color) => (
            <td key={color}>{summary[color].pointsLost}</td>
          ))}
        </tr>
        <tr class="review-headline">
          <th scope="row">{t('review.accuracy')}</th>
          {COLORS.map((color) => {
            const { accuracy } = summary[color]
            return (
              <td key={color}>
                {accuracy === undefined
                  ? '–'
                  : t('review.percent', { share: Math.round(accuracy) })}
              </td>
            )
          })}
        </tr>
        {shown.map((judgement) => (
          <tr key={judgement}>
            <th scope="row">
              <span class="review-sign" aria-hidden="true">
                {signOfJudgement(judgement)}
              </span>
              {t(`review.judged.${judgement}`)}
            </th>
            {COLORS.map((color) => (
              <td key={color}>{summary[color].counts[judgement]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
