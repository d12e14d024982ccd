import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { changeSession, sendWish } from '../../models/account/account.ts'
import { useServices } from '../../services.ts'
import { Notice } from '../../ui/Notice.tsx'
import { AccountForm } from './AccountForm.tsx'

/**
 * Requests a link for a forgotten password. The answer is the same whether or not the account
 * exists.
 */
export function AskForLink() {
  const t = useTranslate()
  const [isSent, setSent] = useState(false)
  return (
    <>
      {isSent && <Notice text={t('account.mail.sent')} isCalm onAction={() => setSent(false)} />}
      <AccountForm
        fields={['who']}
        send={({ who }) => sendWish('mail-recover', { who })}
        action={t('account.mail.send')}
        onDone={() => setSent(true)}
      />
    </>
  )
}

interface NewPasswordProps {
  /** The token in the link of the e-mail. */
  readonly token: string
  readonly onEntered: () => void
  /** Requests another e-mail. */
  readonly onAsk: () => void
}

/** Sets a new password with the link from an e-mail. */
export function NewPassword({ token, onEntered, onAsk }: NewPasswordProps) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  return (
    <>
      <p class="lead">{t('account.mail.reset')}</p>
      <AccountForm
        fields={['next']}
        send={({ next }) => changeSession(deviceStorage, 'mail-reset', { token, password: next })}
        action={t('account.setPassword')}
        onDone={onEntered}
      />
      <button type="button" class="button" onClick={onAsk}>
        {t('account.ways.mail')}
      </button>
    </>
  )
}
