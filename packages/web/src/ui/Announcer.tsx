import { type Signal, signal } from '@preact/signals'
import { type Saying, useTranslate } from '../i18n/i18n.ts'

/** An announcement of a page to screen readers, besides those of the board. */
export interface Announcement {
  readonly saying: Saying | undefined
  /** Counts announcements, so that the same words can be spoken again. */
  readonly count: number
}

export type AnnouncerModel = Signal<Announcement>

/** An announcer that has said nothing yet. */
export function createAnnouncer(): AnnouncerModel {
  return signal({ saying: undefined, count: 0 })
}

/** Says something once the current speech has ended. */
export function announce(announcer: AnnouncerModel, saying: Saying): void {
  announcer.value = { saying, count: announcer.peek().count + 1 }
}

/** The invisible live region of an announcer, in the current language of the page. */
export function Announcer({ announcer }: { announcer: AnnouncerModel }) {
  const t = useTranslate()
  const { saying, count } = announcer.value
  return (
    <div class="visually-hidden" role="status" data-testid="announcer">
      <p key={count}>{saying?.(t)}</p>
    </div>
  )
}
