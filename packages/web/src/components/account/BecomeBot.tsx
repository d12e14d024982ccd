import type { HttpRefusal } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import { sendWish } from '../../models/account/account.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeAccountRefusal } from '../../words/account.ts'

interface BecomeBotProps {
  readonly name: string
  readonly onChanged: (told: Saying) => void
}

/**
 * Turns an account that has not played into a bot, after a question that explains the consequences.
 */
export function BecomeBot({ name, onChanged }: BecomeBotProps) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<{ readonly refusal: HttpRefusal | undefined } | undefined>()
  const become = async () => {
    setAsking(false)
    const answer = await sendWish('bot', {})
    if (answer.ok) onChanged((t) => t('account.bot.done'))
    else setFault({ refusal: answer.error })
  }
  return (
    <>
      <button type="button" class="button" onClick={() => setAsking(true)}>
        {t('account.bot.make')}
      </button>
      <p class="fault" role="alert">
        {fault !== undefined && describeAccountRefusal(t, fault.refusal)}
      </p>
      {isAsking && (
        // Not the ConfirmDialog of games: sharing it would make the bundler split it off, at the
        // cost of the play page.
        <Dialog title={t('account.bot.title')} onClose={() => setAsking(false)}>
          <p>{t('account.bot.text', { name })}</p>
          <div class="button-row">
            <button type="button" class="button button-warn" onClick={() => void become()}>
              {t('account.bot.yes')}
            </button>
            <button type="button" class="button" onClick={() => setAsking(false)}>
              {t('game.cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
