import type { Study } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { StudyRefusal } from './studies-api.ts'

/** A chapter as it is stored. */
export interface ChapterContent {
  readonly title: string
  readonly hgn: string
  readonly path: string
}

/**
 * `saving`: the latest content is on its way. `waiting`: the server did not take it, and it is
 * sent again by itself. `stale`: the server has a newer chapter, which must be taken in first.
 * `refused`: the server will not store this content.
 */
export type SavingState = 'saved' | 'saving' | 'waiting' | 'stale' | 'refused'

export interface ChapterSaving {
  readonly state: ReadonlySignal<SavingState>
  /** The version that is stored, as far as this page knows. */
  readonly version: () => number
  /** What is stored, as far as this page knows. */
  readonly stored: () => ChapterContent
  /** Goes on from what another editor has stored. Then call `want` with the content to store. */
  takeIn(version: number, stored: ChapterContent): void
  /** Stores a content after a moment, unless it is stored already. */
  want(content: ChapterContent): void
  /**
   * Sends the latest content straight away, because the page may close. False if that is not
   * enough: an older content is on its way, or the server did not take this one.
   */
  sendNow(): boolean
  /**
   * Stores the latest content straight away, if it is not stored, and takes no other. Without an
   * answer it is sent again for a minute.
   */
  dispose(): void
}

export interface ChapterSavingOptions {
  readonly n: number
  readonly version: number
  readonly stored: ChapterContent
  readonly save: (version: number, content: ChapterContent) => Promise<Result<Study, StudyRefusal>>
}

/** Stores a chapter while it is edited: one request at a time, and the latest content last. */
export function createChapterSaving({ n, save, ...first }: ChapterSavingOptions): ChapterSaving {
  const state = signal<SavingState>('saved')
  let { version, stored } = first
  let wanted = stored
  /** The content that is on its way. */
  let sent: ChapterContent | undefined
  let isOver = false
  let triesLeft = TRIES_WHEN_CLOSED
  let timer: ReturnType<typeof setTimeout> | undefined

  const isStored = () => isSame(wanted, stored)
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    if (sent !== undefined || isStored() || state.peek() === 'stale') return
    const content = wanted
    sent = content
    state.value = 'saving'
    const saved = await save(version, content)
    sent = undefined
    if (saved.ok) {
      stored = content
      version = saved.value.chapters.find((chapter) => chapter.n === n)?.version ?? version
      state.value = isStored() ? 'saved' : 'saving'
      if (!isStored()) later(isOver ? 0 : PAUSE_MS)
    } else if (saved.error === 'other') {
      state.value = 'waiting'
      if (!isOver || triesLeft-- > 0) later(RETRY_MS)
    } else {
      state.value = saved.error === 'staleStudy' ? 'stale' : 'refused'
    }
  }

  return {
    state,
    version: () => version,
    stored: () => stored,
    takeIn: (next, content) => {
      version = next
      stored = content
      state.value = 'saving'
    },
    want: (content) => {
      wanted = content
      if (state.peek() === 'stale') return
      if (isStored()) {
        // Taken back before it was sent.
        if (sent === undefined) state.value = 'saved'
        return
      }
      if (state.peek() !== 'waiting') state.value = 'saving'
      if (sent === undefined) later(PAUSE_MS)
    },
    sendNow: () => {
      if (isStored()) return true
      if (sent !== undefined) return isSame(sent, wanted)
      const isAccepted = state.peek() === 'saving'
      void flush()
      return isAccepted
    },
    dispose: () => {
      isOver = true
      void flush()
    },
  }
}

// --- internal ---

/** The server takes a change a second. */
const PAUSE_MS = 1000
const RETRY_MS = 4000
const TRIES_WHEN_CLOSED = 15

function isSame(one: ChapterContent, other: ChapterContent): boolean {
  return one.title === other.title && one.hgn === other.hgn && one.path === other.path
}
