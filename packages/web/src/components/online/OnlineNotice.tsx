import type { RefusalCode } from '@hokito/protocol'
import type { Signal } from '@preact/signals'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { Notice } from '../../ui/Notice.tsx'
import { describeRefusal } from '../../words/online.ts'

interface OnlineNoticeProps {
  readonly model: OnlineGame
  /** A message of the page itself, if there is one. */
  readonly told?: Signal<Saying | undefined>
}

/** Why a request was refused by the server or is not possible; it stays until it is closed. */
export function OnlineNotice({ model, told }: OnlineNoticeProps) {
  const t = useTranslate()
  const refused = model.refused.value
  if (refused === undefined) {
    if (told?.value === undefined) return null
    const putAway = () => {
      told.value = undefined
    }
    return <Notice text={told.value(t)} isCalm onAction={putAway} />
  }
  const reason = describeRefusal(t, refused)
  const isFailure = FAILURES.includes(refused)
  return (
    <Notice
      text={isFailure ? t('online.game.refused', { reason }) : reason}
      isCalm={!isFailure}
      onAction={model.dismiss}
    />
  )
}

// --- internal ---

/**
 * Refusals that indicate a failure. All others result from two people acting at the same time, or
 * from too many requests.
 */
const FAILURES: readonly RefusalCode[] = [
  'malformed',
  'signedOut',
  'internal',
  'outdated',
  'unknownGame',
  'damagedGame',
  'notSeated',
  'illegalMove',
]
