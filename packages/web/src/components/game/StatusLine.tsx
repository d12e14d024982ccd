import { formatMove, type Move } from '@hokito/rules'
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import type { StatusWords } from '../../words/status.ts'
import { LegendButton } from './LegendButton.tsx'

interface StatusLineProps {
  readonly words: StatusWords
  /** A move that waits for its confirmation. If the settings ask for it, a button confirms it. */
  readonly pending: ReadonlySignal<Move | undefined>
  readonly onConfirm: (move: Move) => void
  /** Returns to the running game; undefined while it is shown. */
  readonly onBack: (() => void) | undefined
  readonly children?: ComponentChildren
}

/** A status text and its buttons; the height never changes. */
export function StatusLine({ words, pending, onConfirm, onBack, children }: StatusLineProps) {
  const t = useTranslate()
  const { confirmation } = useServices().settings.settings.value
  const move = confirmation === 'button' ? pending.value : undefined
  return (
    <div class="status-line" data-testid="status">
      {/* The note asks for another press of the square, which does nothing if a button confirms. */}
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
    // A new paragraph for new words, because centred text that changes in place counts as a layout
    // shift.
    <p key={text}>
      {text}
      {note !== undefined && <small>{note}</small>}
    </p>
  )
}
