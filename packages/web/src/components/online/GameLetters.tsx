import type { HttpRefusal } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { sendWish, stopGameLetters } from '../../models/online/account.ts'
import { SavedCheck } from '../../ui/SavedCheck.tsx'
import { describeAccountRefusal } from '../../words/account.ts'

interface GameLettersProps {
  readonly isOn: boolean
  /** Asks the server what it has kept. */
  readonly onSet: () => Promise<void>
}

/** The switch for letters about games over days, which go to the address of the account. */
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
  /** What the link in the letter says. */
  readonly token: string
  readonly onStopped: () => void
}

/** Asks whoever has followed the link of a letter whether there are to be no more of them. */
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

/** Asks the server one thing at a time, and keeps why the last came to nothing. */
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

/** There from the start, so that it is read out. */
function WhyNot({ fault }: { readonly fault: Failed | undefined }) {
  const t = useTranslate()
  return (
    <p class="fault" role="alert">
      {fault !== undefined && describeAccountRefusal(t, fault.refusal)}
    </p>
  )
}
