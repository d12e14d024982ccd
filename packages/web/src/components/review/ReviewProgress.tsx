import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { Notice } from '../../ui/Notice.tsx'

/** How far the review is, with the way to stop it or to go on; nothing once it is done and kept. */
export function ReviewProgress({ model }: { model: ReviewModel }) {
  const t = useTranslate()
  const of = model.moves.value.length
  const done = model.judged.value.length
  switch (model.state.value) {
    case 'done':
      return model.isUnkept.value ? <Notice text={t('review.unkept')} isCalm /> : null
    case 'off':
      return <p class="note">{t('notice.noComputer')}</p>
    case 'failed':
      return (
        <Notice
          text={t('notice.computerFailed')}
          action={t('notice.tryAgain')}
          onAction={() => void model.run()}
        />
      )
    case 'working':
    case 'stopped': {
      const isWorking = model.state.value === 'working'
      const words = t('review.progress', { done, of })
      return (
        <div class="review-progress">
          <progress max={of} value={done} aria-label={words} />
          <span aria-hidden="true">{words}</span>
          <button
            type="button"
            class="button button-small"
            onClick={isWorking ? model.stop : () => void model.run()}
          >
            {t(isWorking ? 'review.stop' : 'review.resume')}
          </button>
        </div>
      )
    }
  }
}
