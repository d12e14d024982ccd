import { useTranslate } from '../i18n/i18n.ts'

interface NoticeProps {
  readonly text: string
  /** What the button says; `ok` if absent. */
  readonly action?: string
  readonly onAction?: () => void
  /** Is it good or plain news, and nothing to worry about? */
  readonly isCalm?: boolean
}

/** Something that one should know now, told where it is seen and heard. */
export function Notice({ text, action, onAction, isCalm }: NoticeProps) {
  const t = useTranslate()
  return (
    <div
      class={isCalm === true ? 'notice notice-calm' : 'notice'}
      role={isCalm === true ? 'status' : 'alert'}
    >
      <p>{text}</p>
      {onAction !== undefined && (
        <button type="button" class="button" onClick={onAction}>
          {action ?? t('notice.ok')}
        </button>
      )}
    </div>
  )
}
