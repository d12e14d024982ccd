import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { useSaying } from '../../ui/use-saying.ts'
import { OwnGames, type OwnGamesProps } from './OwnGames.tsx'

export interface OpenRecordProps extends OwnGamesProps {
  readonly title: string
  readonly lead: string
  /** The label of the text field. */
  readonly textLabel: string
  readonly onOpen: (text: string) => void
  /** A text that could not be read, to correct it here, and the reason. */
  readonly unread?: { readonly text: string; readonly why: string } | undefined
  /** Further ways to begin. */
  readonly children?: ComponentChildren
}

/** Opens a game of the player's, or a text that is pasted, dropped or chosen as a file. */
export function OpenRecord(props: OpenRecordProps) {
  const { onOpen, unread } = props
  const t = useTranslate()
  const [text, setText] = useState(unread?.text ?? '')
  const [fileError, setFileError] = useSaying()
  const [isOver, setOver] = useState(false)
  const openFile = async (file: File | undefined) => {
    setOver(false)
    if (file === undefined) return
    if (file.size > LARGEST_FILE) {
      const size = Math.round((10 * file.size) / MEGABYTE) / 10
      return setFileError((t) => t('record.tooBig', { size, limit: LARGEST_FILE / MEGABYTE }))
    }
    try {
      onOpen(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
    } catch {
      setFileError((t) => t('error.unreadableFile'))
    }
  }
  const message = fileError ?? unread?.why
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
      <h1>{props.title}</h1>
      <p class="lead">{props.lead}</p>
      {unread === undefined && <OwnGames {...props} />}
      {unread !== undefined && <h2>{t('record.broken')}</h2>}
      <p id="replay-fault" class="fault" role="alert">
        {message}
      </p>
      <label class="field paste-field">
        {props.textLabel}
        <textarea
          class="input"
          rows={6}
          spellcheck={false}
          value={text}
          aria-invalid={message !== undefined}
          aria-describedby="replay-fault replay-formats"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p id="replay-formats" class="note">
        {t('record.formats', { save: t('end.exportHgn') })}
      </p>
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
        {props.children}
      </div>
    </form>
  )
}

// --- internal ---

const MEGABYTE = 1_000_000
const LARGEST_FILE = 5 * MEGABYTE
