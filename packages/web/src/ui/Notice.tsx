import { useTranslate } from '../i18n/i18n.ts'

interface NoticeProps {
  readonly text: string
  /** What the button says; `ok` if absent. */
  readonly action?: string
  readonly onAction?: () => void
}

/** Something that went otherwise than expected, told where it is seen and heard. */
export function Notice({ text, action, onAction }: NoticeProps) {
  const t = useTranslate()
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      {onAction !== undefined && (
        <button type="button" class="button" onClick={onAction}>
          {action ?? t('notice.ok')}
        </button>
      )}
    </div>
  )
}
