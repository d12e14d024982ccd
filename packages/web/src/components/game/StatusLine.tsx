import { formatMove, type Move } from '@hokito/rules'
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import type { StatusWords } from '../../words/status.ts'
import { LegendButton } from './LegendButton.tsx'

interface StatusLineProps {
  readonly words: StatusWords
  /** A move that waits for its confirmation; there is a button for it where settings want one. */
  readonly pending: ReadonlySignal<Move | undefined>
  readonly onConfirm: (move: Move) => void
  /** Back to the running game; absent while it is what is shown. */
  readonly onBack: (() => void) | undefined
  readonly children?: ComponentChildren
}

/** A line of words and what can be done about them; its height never changes. */
export function StatusLine({ words, pending, onConfirm, onBack, children }: StatusLineProps) {
  const t = useTranslate()
  const { confirmation } = useServices().settings.settings.value
  const move = confirmation === 'button' ? pending.value : undefined
  return (
    <div class="status-line" data-testid="status">
      {/* Where a button plays it, another press of the square does not. */}
      <StatusText text={words.text} note={move === undefined ? words.note : undefined} />
      {move !== undefined && (
        <button
          type="button"
          class="button button-main button-small"
          onClick={() => onConfirm(move)}
        >
          {t('game.confirmMove', { move: formatMove(move) })}
        </button>
      )}
      {children}
      {onBack !== undefined && (
        <button type="button" class="button button-small" onClick={onBack}>
          {t('game.backToGame')}
        </button>
      )}
      <LegendButton />
    </div>
  )
}

/** The words of a status line. */
export function StatusText({ text, note }: StatusWords) {
  return (
    // A new paragraph for new words: centred text that changes in place counts as a layout shift.
    <p key={text}>
      {text}
      {note !== undefined && <small>{note}</small>}
    </p>
  )
}
