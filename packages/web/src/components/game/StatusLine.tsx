import { formatSquare, type Move } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'

interface StatusLineProps {
  readonly text: string
  /** A move that waits for a button to be pressed. */
  readonly pending: Move | undefined
  readonly onConfirm: (move: Move) => void
  /** Back to the running game; absent while it is what is shown. */
  readonly onBack: (() => void) | undefined
  readonly children?: ComponentChildren
}

/** A line of words and what can be done about them; its height never changes. */
export function StatusLine({ text, pending, onConfirm, onBack, children }: StatusLineProps) {
  const t = useTranslate()
  return (
    <div class="status-line" data-testid="status">
      {/* A new paragraph for new words: centred text that changes in place counts as a layout shift. */}
      <p key={text}>{text}</p>
      {pending !== undefined && (
        <button
          type="button"
          class="button button-main button-small"
          onClick={() => onConfirm(pending)}
        >
          {t('game.confirmMove', {
            from: formatSquare(pending.from),
            to: formatSquare(pending.to),
          })}
        </button>
      )}
      {children}
      {onBack !== undefined && (
        <button type="button" class="button button-small" onClick={onBack}>
          {t('game.backToGame')}
        </button>
      )}
    </div>
  )
}
