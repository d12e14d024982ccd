import type { JudgedMove } from '@hokito/engine/review'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { describeJudged, describeLoss, describeMoment, shortNameIn } from '../../words/review.ts'
import { ReasonChapter } from './ReasonChapter.tsx'

interface ReviewMomentsProps {
  readonly model: ReviewModel
  /** Plays the better line on the board. */
  readonly onShow: (slip: JudgedMove) => void
}

/** The moments that decided the game, each with its position, its reason and its better line. */
export function ReviewMoments({ model, onShow }: ReviewMomentsProps) {
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
                onClick={(event) => {
                  model.walk.go(moment.ply + 1)
                  // The step buttons scroll only when the position changes.
                  const board = event.currentTarget.closest('.game')?.querySelector('.game-board')
                  board?.scrollIntoView({ block: 'nearest' })
                }}
              >
                {describeJudged(t, moment, model.firstTurn)}
              </button>
              <span class="review-reason">
                {t('review.lossOf', {
                  who: shortNameIn(t, model, moment.mover),
                  loss: describeLoss(t, moment),
                })}
              </span>
              {position !== undefined && (
                <p>
                  {describeMoment(t, { judged: moment, position, own })}
                  <ReasonChapter judged={moment} position={position} />{' '}
                  <button type="button" class="review-show" onClick={() => onShow(moment)}>
                    {t('review.showBest')}
                  </button>
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
