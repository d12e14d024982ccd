import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { sendWish } from '../../models/online/account.ts'
import { Notice } from '../../ui/Notice.tsx'
import { AccountForm } from './AccountForm.tsx'

/** Asks for a link for a forgotten password; what is said afterwards is the same for everybody. */
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
  /** What the link in the letter says. */
  readonly token: string
  readonly onEntered: () => void
  /** Wants another letter. */
  readonly onAsk: () => void
}

/** Sets a password anew by the link in a letter. */
export function NewPassword({ token, onEntered, onAsk }: NewPasswordProps) {
  const t = useTranslate()
  return (
    <>
      <p class="lead">{t('account.mail.reset')}</p>
      <AccountForm
        fields={['next']}
        send={({ next }) => sendWish('mail-reset', { token, password: next })}
        action={t('account.setPassword')}
        onDone={onEntered}
      />
      <button type="button" class="button" onClick={onAsk}>
        {t('account.ways.mail')}
      </button>
    </>
  )
}
