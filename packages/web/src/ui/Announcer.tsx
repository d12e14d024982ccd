import { type Signal, signal } from '@preact/signals'
import { type Saying, useTranslate } from '../i18n/i18n.ts'

/** What a page tells a screen reader besides what the board tells. */
export interface Announcement {
  readonly saying: Saying | undefined
  /** Counts announcements, so that the same words are spoken again when they are wanted again. */
  readonly count: number
}

export type AnnouncerModel = Signal<Announcement>

/** An announcer that has said nothing yet. */
export function createAnnouncer(): AnnouncerModel {
  return signal({ saying: undefined, count: 0 })
}

/** Says something once the present speech has ended. */
export function announce(announcer: AnnouncerModel, saying: Saying): void {
  announcer.value = { saying, count: announcer.peek().count + 1 }
}

/** The live region of an announcer, in the language that the page speaks now; invisible. */
export function Announcer({ announcer }: { announcer: AnnouncerModel }) {
  const t = useTranslate()
  const { saying, count } = announcer.value
  return (
    <div class="visually-hidden" role="status" data-testid="announcer">
      <p key={count}>{saying?.(t)}</p>
    </div>
  )
}
