import type { Chapter, Study, StudyId } from '@hokito/protocol'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from '../online/connection.ts'
import { createOlderAnswers } from '../online/patience.ts'

/** What a page knows of a study: nothing yet, the study, or that there is none to be read. */
export type SeenStudy = Study | 'asked' | 'gone'

export interface FollowedStudy {
  readonly study: ReadonlySignal<SeenStudy>
  /** The chapter that changed last, while the page was open. */
  readonly news: ReadonlySignal<Chapter | undefined>
  /** Takes in the study as the answer to a change of our own shows it. */
  learn(study: Study): void
  dispose(): void
}

/**
 * Follows a study. The page asks again whenever it comes online, and once in a while, in case news
 * were lost or it may not be read any more.
 */
export function followStudy(
  id: StudyId,
  { send, on, whenOnline }: Pick<Connection, 'send' | 'on' | 'whenOnline'>,
): FollowedStudy {
  const study = signal<SeenStudy>('asked')
  const news = signal<Chapter | undefined>(undefined)
  let isOver = false
  const believeOlder = createOlderAnswers()

  function learn(next: Study): void {
    const known = study.peek()
    // Answers and news may overtake each other.
    if (typeof known !== 'object' || next.version >= known.version) study.value = next
  }

  async function ask(): Promise<void> {
    const reply = await send({ type: 'followStudy', study: id })
    if (isOver || reply === undefined) return
    if (reply.ok) {
      const known = study.peek()
      const isOlder = typeof known === 'object' && reply.study.version < known.version
      if (believeOlder(isOlder)) study.value = reply.study
      else learn(reply.study)
    } else if (reply.refusal.code === 'unknownStudy') study.value = 'gone'
  }

  const stops = [
    whenOnline(() => void ask()),
    on('study', (changed) => {
      if (changed.study.id !== id) return
      learn(changed.study)
      if (changed.chapter !== undefined) news.value = changed.chapter
    }),
    on('studyGone', (gone) => {
      if (gone.study === id) void ask()
    }),
  ]
  const timer = setInterval(() => void ask(), ASK_MS)
  return {
    study,
    news,
    learn,
    dispose: () => {
      isOver = true
      clearInterval(timer)
      for (const stop of stops) stop()
      void send({ type: 'unfollowStudy' })
    },
  }
}

// --- internal ---

const ASK_MS = 30_000
