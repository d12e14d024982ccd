import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { EXAMPLE_GAME } from '../../models/replay/example-game.ts'
import type { ReplayError } from '../../models/replay/replay-model.ts'
import { describeReplayError } from '../../words/errors.ts'

interface OpenRecordProps {
  readonly onOpen: (text: string) => void
  /** A text that could not be shown, to be mended here. */
  readonly initialText?: string
  readonly error?: ReplayError
}

/** Pasting, dropping or choosing a record or position. */
export function OpenRecord({ onOpen, initialText, error }: OpenRecordProps) {
  const t = useTranslate()
  const [text, setText] = useState(initialText ?? '')
  const [fileError, setFileError] = useState<string | undefined>(undefined)
  const [isOver, setOver] = useState(false)
  const openFile = async (file: File | undefined) => {
    setOver(false)
    if (file === undefined) return
    if (file.size > LARGEST_FILE) {
      const size = Math.round((10 * file.size) / MEGABYTE) / 10
      return setFileError(t('record.tooBig', { size, limit: LARGEST_FILE / MEGABYTE }))
    }
    try {
      onOpen(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
    } catch {
      setFileError(t('error.unreadableFile'))
    }
  }
  const message = fileError ?? (error && describeReplayError(t, error))
  return (
    <form
      class={isOver ? 'page paste paste-over' : 'page paste'}
      onSubmit={(event) => {
        event.preventDefault()
        onOpen(text)
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        const dropped = event.dataTransfer?.getData('text/plain') ?? ''
        if (dropped !== '') onOpen(dropped)
        else void openFile(event.dataTransfer?.files[0])
      }}
    >
      <h1>{t('replay.title')}</h1>
      <p class="lead">{t('record.lead')}</p>
      {error !== undefined && <h2>{t('record.broken')}</h2>}
      <p id="replay-fault" class="fault" role="alert">
        {message}
      </p>
      <label class="field paste-field">
        {t('record.textLabel')}
        <textarea
          class="input"
          rows={10}
          spellcheck={false}
          value={text}
          aria-invalid={message !== undefined}
          aria-describedby="replay-fault"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="button-row">
        <button type="submit" class="button button-main" disabled={text.trim() === ''}>
          {t('replay.open')}
        </button>
        <label class="button file-button">
          {t('record.file')}
          <input
            type="file"
            accept=".hgn,.txt,text/plain"
            class="visually-hidden"
            onChange={(event) => void openFile(event.currentTarget.files?.[0])}
          />
        </label>
        <button type="button" class="button" onClick={() => onOpen(EXAMPLE_GAME)}>
          {t('record.example')}
        </button>
      </div>
    </form>
  )
}

// --- internal ---

const MEGABYTE = 1_000_000
const LARGEST_FILE = 5 * MEGABYTE
