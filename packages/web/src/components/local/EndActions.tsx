import { useTranslate } from '../../i18n/i18n.ts'

interface EndActionsProps {
  readonly onRematch: () => void
  readonly onAgain: () => void
  readonly onReview: () => void
  readonly onShare: () => void
}

/** What can be done after a game on this device. */
export function EndActions({ onRematch, onAgain, onReview, onShare }: EndActionsProps) {
  const t = useTranslate()
  return (
    <>
      <button type="button" class="button button-main" onClick={onRematch}>
        {t('end.rematch')}
      </button>
      <button type="button" class="button" onClick={onAgain}>
        {t('end.again')}
      </button>
      <button type="button" class="button" onClick={onReview}>
        {t('end.review')}
      </button>
      <button type="button" class="button" onClick={onShare} aria-haspopup="dialog">
        {t('end.share')}
      </button>
    </>
  )
}
