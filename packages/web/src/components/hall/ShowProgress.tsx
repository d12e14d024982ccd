import type { Profile } from '@hokito/protocol'
import { useEffect, useId, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Day } from '../../models/device/days.ts'
import type { DayMark } from '../../models/site/history.ts'
import { shownProgressOf, showProgress } from '../../models/site/shown-progress.ts'
import { SavedCheck } from '../../ui/SavedCheck.tsx'
import type { History } from './use-history.ts'

interface ShowProgressProps {
  readonly history: History
  readonly marks: ReadonlyMap<Day, DayMark>
  /** Our own profile, as others see it. */
  readonly profile: Profile
  readonly onChanged: () => Promise<void>
}

/** Lets the player show days and puzzles to others, and keeps what they see up to date. */
export function ShowProgress({ history, marks, profile, onChanged }: ShowProgressProps) {
  const t = useTranslate()
  const noteId = useId()
  const [isFailed, setFailed] = useState(false)
  const { progress: known } = profile
  const { today, daily, puzzles } = history
  const latest = shownProgressOf({ marks, today, daily, puzzles }, known)
  const isStale = known !== undefined && JSON.stringify(known) !== JSON.stringify(latest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the server.
  useEffect(() => {
    if (isStale) void showProgress(latest)
  }, [profile])
  return (
    <section class="show-progress">
      <SavedCheck
        label={t('progress.show')}
        isOn={known !== undefined}
        save={async (isOn) => {
          setFailed(!(await showProgress(isOn ? latest : undefined)))
          await onChanged()
        }}
        noteId={noteId}
      />
      <p class="note" id={noteId}>
        {t('progress.showNote')}
      </p>
      {isFailed && (
        <p class="fault" role="alert">
          {t('account.unanswered')}
        </p>
      )}
    </section>
  )
}
