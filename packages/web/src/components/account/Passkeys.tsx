import type { AccountReply, HttpRefusal } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import { sendWish } from '../../models/account/account.ts'
import { addPasskey, canHavePasskeys, showPasskey } from '../../models/account/passkeys.ts'
import { useServices } from '../../services.ts'
import { describeAccountRefusal } from '../../words/account.ts'
import { formatMoment } from '../../words/dates.ts'
import { AccountForm } from './AccountForm.tsx'

type Refused = { readonly refusal: HttpRefusal | undefined } | undefined

/** Signs in with a passkey instead of a password, if the browser supports that. */
export function PasskeySignIn({ onEntered }: { readonly onEntered: () => void }) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  const [fault, setFault] = useState<Refused>(undefined)
  if (!canHavePasskeys()) return null
  const show = async () => {
    setFault(undefined)
    const answer = await showPasskey(deviceStorage)
    if (answer.ok) onEntered()
    else setFault({ refusal: answer.error })
  }
  return (
    <div class="account-passkey">
      <button type="button" class="button" onClick={() => void show()}>
        {t('account.passkeys.signIn')}
      </button>
      <p class="fault" role="alert">
        {fault !== undefined && describeAccountRefusal(t, fault.refusal)}
      </p>
    </div>
  )
}

interface PasskeysProps {
  readonly name: string
  readonly passkeys: NonNullable<AccountReply['account']>['passkeys']
  readonly onChanged: (told: Saying) => void
}

/** The passkeys of an account: each can be removed, and a new one made on this device. */
export function Passkeys({ name, passkeys, onChanged }: PasskeysProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [fault, setFault] = useState<Refused>(undefined)
  const remove = async (id: string) => {
    const answer = await sendWish('passkey-remove', { id })
    if (answer.ok) onChanged((t) => t('account.passkeys.removed'))
    else setFault({ refusal: answer.error })
  }
  return (
    <>
      <p class="note">{t('account.passkeys.text')}</p>
      <ul class="passkey-list">
        {passkeys.map(({ id, createdAt }) => (
          <li key={id}>
            {t('account.passkeys.of', { date: formatMoment(language, createdAt, 'long') })}
            <button type="button" class="button" onClick={() => void remove(id)}>
              {t('account.passkeys.remove')}
            </button>
          </li>
        ))}
      </ul>
      <p class="fault" role="alert">
        {fault !== undefined && describeAccountRefusal(t, fault.refusal)}
      </p>
      {canHavePasskeys() && (
        <AccountForm
          send={({ present }) => addPasskey(present)}
          fields={['present']}
          action={t('account.passkeys.add')}
          owner={name}
          onDone={() => onChanged((t) => t('account.passkeys.added'))}
        />
      )}
    </>
  )
}
