import { useTranslate } from '../i18n/i18n.ts'

interface NoticeProps {
  readonly text: string
  /** The label of the button; `ok` if absent. */
  readonly action?: string
  readonly onAction?: () => void
  /** Is it good or neutral news, rather than a warning? */
  readonly isCalm?: boolean
}

/** A message that the user should know now, both visible and announced. */
export function Notice({ text, action, onAction, isCalm }: NoticeProps) {
  const t = useTranslate()
  return (
    <div
      class={isCalm === true ? 'notice notice-calm' : 'notice'}
      role={isCalm === true ? 'status' : 'alert'}
    >
      <p>{text}</p>
      {onAction !== undefined && (
        <button type="button" class="button button-text" onClick={onAction}>
          {action ?? t('notice.ok')}
        </button>
      )}
    </div>
  )
}
