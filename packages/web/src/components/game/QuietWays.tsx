import { useTranslate } from '../../i18n/i18n.ts'

interface QuietWaysProps {
  /** The address of the review; undefined if there is nothing to review, or not yet. */
  readonly review: string | undefined
  /** Undefined if the game cannot be shared from here. */
  readonly onShare?: (() => void) | undefined
}

/** The two quiet ways on from the end of a game: look at it, and share it. */
export function QuietWays({ review, onShare }: QuietWaysProps) {
  const t = useTranslate()
  return (
    <>
      {review !== undefined && (
        <a class="button button-text" href={review}>
          {t('end.review')}
        </a>
      )}
      {onShare !== undefined && (
        <button type="button" class="button button-text" aria-haspopup="dialog" onClick={onShare}>
          {t('end.share')}
        </button>
      )}
    </>
  )
}
