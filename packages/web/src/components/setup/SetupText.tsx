import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { SetupModel, SetupTextError } from '../../models/game/setup-model.ts'
import { useSaying } from '../../ui/use-saying.ts'
import { describeSetupTextError } from '../../words/setup.ts'

/** A text that could not be read, and why. */
export interface UnreadText {
  readonly text: string
  readonly error: SetupTextError
}

interface SetupTextProps {
  readonly model: SetupModel
  /** A text that could not be read, to correct it here. */
  readonly unread?: UnreadText | undefined
  /** The address of a page with this position; undefined if it has no link. */
  readonly linkOf?: ((text: string) => string) | undefined
}

/** The board as text, to paste one or to copy this one. */
export function SetupText({ model, unread, linkOf }: SetupTextProps) {
  const t = useTranslate()
  // The typed text stays until the board changes; then the field shows the board.
  const [typed, setTyped] = useState(unread && { text: unread.text, on: model.position.value })
  const text = typed?.on === model.position.value ? typed.text : model.text.value
  const [error, setError] = useState(unread?.error)
  const load = () => {
    const loaded = model.load(text)
    setError(loaded.ok ? undefined : loaded.error)
  }
  return (
    <form
      class="setup-text"
      onSubmit={(event) => {
        event.preventDefault()
        load()
      }}
    >
      <label class="field">
        {model.task.kind === 'free' ? t('setup.text') : t('newGame.dealNumber')}
        <input
          type="text"
          class="input"
          spellcheck={false}
          autocomplete="off"
          value={text}
          placeholder={model.task.kind === 'free' ? undefined : EXAMPLE}
          aria-invalid={error !== undefined}
          aria-describedby="setup-text-fault"
          onInput={(event) => {
            setTyped({ text: event.currentTarget.value, on: model.position.peek() })
            setError(undefined)
          }}
        />
      </label>
      <p id="setup-text-fault" class="fault" role="alert">
        {error && describeSetupTextError(t, error)}
      </p>
      <TextActions text={text} board={model.text.value} linkOf={linkOf} />
    </form>
  )
}

// --- internal ---

/** An example of a layout number. */
const EXAMPLE = '77.1234567'

interface TextActionsProps extends Pick<SetupTextProps, 'linkOf'> {
  /** The text in the field. */
  readonly text: string
  /** The text of the board. */
  readonly board: string
}

/**
 * Only the possible actions: a new text can be put on the board, a finished one can be copied; and
 * whether the copy worked.
 */
function TextActions({ text, board, linkOf }: TextActionsProps) {
  const t = useTranslate()
  const [told, setTold] = useSaying()
  const copy = async (what: string) => {
    try {
      await navigator.clipboard.writeText(what)
      setTold((t) => t('notice.copied'))
    } catch {
      setTold((t) => `${t('notice.copyFailed')} ${what}`)
    }
  }
  return (
    <>
      <div class="button-row">
        {text.trim() !== '' && text !== board && (
          <button type="submit" class="button button-small">
            {t('replay.open')}
          </button>
        )}
        {board !== '' && (
          <button type="button" class="button button-small" onClick={() => void copy(board)}>
            {t('setup.copy')}
          </button>
        )}
        {linkOf !== undefined && (
          <button
            type="button"
            class="button button-small"
            onClick={() => void copy(linkOf(board))}
          >
            {t('end.copyLink')}
          </button>
        )}
      </div>
      <p role="status">{told}</p>
    </>
  )
}
