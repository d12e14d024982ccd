import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { nameIn } from '../../words/record.ts'
import { describeJudged, describeLoss, describeMoment } from '../../words/review.ts'
import { ReasonChapter } from './ReasonChapter.tsx'

/** The moments that decided the game, each with a sentence and a link to its position. */
export function ReviewMoments({ model }: { model: ReviewModel }) {
  const t = useTranslate()
  const { own } = model
  const moments = model.moments.value
  if (moments.length === 0) return <p>{t('review.flawless')}</p>
  const isFaultless = own !== undefined && moments.every(({ mover }) => mover !== own)
  return (
    <section class="review-moments" aria-labelledby="review-moments-title">
      <h2 id="review-moments-title">{t('review.moments')}</h2>
      {isFaultless && <p>{t('review.faultless')}</p>}
      <ol>
        {moments.map((moment) => {
          const position = model.positions.value[moment.ply]
          return (
            <li key={moment.ply}>
              <button
                type="button"
                class="button button-small"
                aria-current={model.ply.value === moment.ply + 1 ? 'step' : undefined}
                onClick={() => model.walk.go(moment.ply + 1)}
              >
                {describeJudged(t, moment, model.firstTurn)}
              </button>
              <span class="review-reason">
                {t('review.lossOf', {
                  who: nameIn(t, model.record, moment.mover, own),
                  loss: describeLoss(t, moment),
                })}
              </span>
              {position !== undefined && (
                <p>
                  {describeMoment(t, { judged: moment, position, own })}
                  <ReasonChapter judged={moment} position={position} />
                </p>
              )}
            </li>
          )
        })}
      </ol>
      <p class="note">{t('review.means.note')}</p>
    </section>
  )
}
