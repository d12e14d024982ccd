import { type Signal, signal } from '@preact/signals'

/** What a page tells a screen reader besides what the board tells. */
export interface Announcement {
  readonly text: string
  /** Counts announcements, so that the same words are spoken again when they are wanted again. */
  readonly count: number
}

export type AnnouncerModel = Signal<Announcement>

/** An announcer that has said nothing yet. */
export function createAnnouncer(): AnnouncerModel {
  return signal({ text: '', count: 0 })
}

/** Says something once the present speech has ended. */
export function announce(announcer: AnnouncerModel, text: string): void {
  announcer.value = { text, count: announcer.peek().count + 1 }
}

/** The live region of an announcer; invisible. */
export function Announcer({ announcer }: { announcer: AnnouncerModel }) {
  const { text, count } = announcer.value
  return (
    <div class="visually-hidden" role="status" data-testid="announcer">
      <p key={count}>{text}</p>
    </div>
  )
}
