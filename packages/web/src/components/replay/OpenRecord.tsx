import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { takeFile } from '../../ui/take-file.ts'
import { useSaying } from '../../ui/use-saying.ts'
import { PagePicture } from '../game/PagePicture.tsx'
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
  const { fileError, openFile } = useFile(onOpen)
  const { isOver, ...dropHandlers } = useDrop(onOpen, openFile)
  const message = fileError ?? unread?.why
  return (
    <form
      class={isOver ? 'page paste paste-over' : 'page paste'}
      onSubmit={(event) => {
        event.preventDefault()
        onOpen(text)
      }}
      {...dropHandlers}
    >
      <h1>{props.title}</h1>
      <PagePicture ply={16} />
      <p class="lead">{props.lead}</p>
      {unread === undefined && <OwnGames {...props} />}
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
        <FileButton onFile={openFile} />
        {props.children}
      </div>
      {/* Below a text to correct, which has to be in view. */}
      {unread !== undefined && <OwnGames {...props} />}
    </form>
  )
}

// --- internal ---

const MEGABYTE = 1_000_000
const LARGEST_FILE = 5 * MEGABYTE

/** Called with a file to open, if there is one. */
type OpenFile = (file: File | undefined) => void

/** Opens files as text, or says why one cannot be opened. */
function useFile(onOpen: (text: string) => void) {
  const [fileError, setFileError] = useSaying()
  const open = async (file: File) => {
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
  const openFile: OpenFile = (file) => {
    if (file !== undefined) void open(file)
  }
  return { fileError, openFile }
}

/** Opens what is dropped on the page: a text or a file. */
function useDrop(onOpen: (text: string) => void, openFile: OpenFile) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const dropped = event.dataTransfer?.getData('text/plain') ?? ''
      if (dropped !== '') return onOpen(dropped)
      setOver(false)
      openFile(event.dataTransfer?.files[0])
    },
  }
}

function FileButton({ onFile }: { onFile: OpenFile }) {
  const t = useTranslate()
  return (
    <label class="button file-button">
      {t('record.file')}
      <input
        type="file"
        accept=".hgn,.txt,text/plain"
        class="visually-hidden"
        onChange={(event) => onFile(takeFile(event.currentTarget))}
      />
    </label>
  )
}
