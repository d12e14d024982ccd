import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { Notice } from '../../ui/Notice.tsx'

/**
 * The progress of the review, with a button to stop or continue it; nothing if neither is possible.
 */
export function ReviewProgress({ model }: { model: ReviewModel }) {
  const t = useTranslate()
  const { value: state } = model.state
  if (state !== 'working' && state !== 'stopped') return null
  const of = model.moves.value.length
  const done = model.judged.value.length
  const words = t('review.progress', { done, of })
  const isWorking = state === 'working'
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

/** Why there is no review, or why it will not be there next time. */
export function ReviewNotice({ model }: { model: ReviewModel }) {
  const t = useTranslate()
  switch (model.state.value) {
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
    case 'done':
      return model.isUnkept.value ? <Notice text={t('review.unkept')} isCalm /> : null
    case 'working':
    case 'stopped':
      return null
  }
}
