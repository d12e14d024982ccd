import type { HttpRefusal } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { sendWish, stopGameLetters } from '../../models/account/account.ts'
import { SavedCheck } from '../../ui/SavedCheck.tsx'
import { describeAccountRefusal } from '../../words/account.ts'

interface GameLettersProps {
  readonly isOn: boolean
  /** Loads the stored setting from the server. */
  readonly onSet: () => Promise<void>
}

/** The switch for e-mails about correspondence games, which go to the address of the account. */
export function GameLetters({ isOn, onSet }: GameLettersProps) {
  const t = useTranslate()
  const { fault, ask } = useAsking()
  const save = (isWanted: boolean) =>
    ask(async () => {
      const answer = await sendWish('mail-games', { isOn: isWanted })
      if (answer.ok) await onSet()
      return answer
    })
  return (
    <div class="game-letters">
      <SavedCheck
        label={t('account.mail.games.switch')}
        isOn={isOn}
        save={save}
        noteId="game-letters-note"
      />
      <p class="note" id="game-letters-note">
        {t('account.mail.games.note')}
      </p>
      <WhyNot fault={fault} />
    </div>
  )
}

interface StopLettersProps {
  /** The token in the link of the e-mail. */
  readonly token: string
  readonly onStopped: () => void
}

/** Asks for confirmation before it stops the e-mails from which the link came. */
export function StopLetters({ token, onStopped }: StopLettersProps) {
  const t = useTranslate()
  const { fault, isBusy, ask } = useAsking()
  const stop = () =>
    ask(async () => {
      const answer = await stopGameLetters(token)
      if (answer.ok) onStopped()
      return answer
    })
  return (
    <>
      <p class="lead">{t('account.mail.games.ask')}</p>
      <WhyNot fault={fault} />
      <button
        type="button"
        class="button button-main"
        disabled={isBusy}
        onClick={() => void stop()}
      >
        {t('account.mail.games.stop')}
      </button>
    </>
  )
}

// --- internal ---

type Answer = Awaited<ReturnType<typeof sendWish>>

interface Failed {
  readonly refusal: HttpRefusal | undefined
}

/** Sends one request at a time, and keeps the reason of the last failure. */
function useAsking() {
  const [fault, setFault] = useState<Failed | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const ask = async (send: () => Promise<Answer>) => {
    setBusy(true)
    const answer = await send()
    setBusy(false)
    setFault(answer.ok ? undefined : { refusal: answer.error })
  }
  return { fault, isBusy, ask }
}

/** Rendered from the start, so that screen readers announce its changes. */
function WhyNot({ fault }: { readonly fault: Failed | undefined }) {
  const t = useTranslate()
  return (
    <p class="fault" role="alert">
      {fault !== undefined && describeAccountRefusal(t, fault.refusal)}
    </p>
  )
}
