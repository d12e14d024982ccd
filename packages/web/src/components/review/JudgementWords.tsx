import { JUDGEMENTS } from '@hokito/engine/review'
import { useTranslate } from '../../i18n/i18n.ts'
import { signOfJudgement } from '../../words/review.ts'

/** The meaning of each judgement, to expand. */
export function JudgementWords() {
  const t = useTranslate()
  return (
    <details class="review-all">
      <summary>{t('review.means.title')}</summary>
      <p>{t('review.means.note')}</p>
      <dl class="review-words">
        {JUDGEMENTS.map((judgement) => (
          <div key={judgement}>
            <dt>
              <span class="review-sign" aria-hidden="true">
                {signOfJudgement(judgement)}
              </span>
              {t(`review.judged.${judgement}`)}
            </dt>
            <dd>{t(`review.means.${judgement}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('review.graphNote')}</p>
    </details>
  )
}
