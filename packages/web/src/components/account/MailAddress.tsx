import type { AccountReply } from '@hokito/protocol'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import { sendWish } from '../../models/account/account.ts'
import { canHavePasskeys, sendByPasskey } from '../../models/account/passkeys.ts'
import { useServices } from '../../services.ts'
import { AccountForm } from './AccountForm.tsx'
import { GameLetters } from './GameLetters.tsx'

interface MailAddressProps {
  readonly name: string
  readonly account: NonNullable<AccountReply['account']>
  readonly onChanged: (told: Saying) => void
  /** Called after a change that has been announced already. */
  readonly onMade: () => Promise<void>
}

/** The address for password links and e-mails about games: adds or removes it. */
export function MailAddress({
  name,
  account: { mail = {}, passkeys },
  onChanged,
  onMade,
}: MailAddressProps) {
  const t = useTranslate()
  const { language } = useServices()
  const { address, awaiting, gameLetters = false } = mail
  const wish = (typed: string) => ({
    address: typed,
    language: language.speech.value.language,
  })
  const hasPasskey = passkeys.length > 0 && canHavePasskeys()
  return (
    <>
      <p class="note">{t('account.mail.text')}</p>
      {address !== undefined && <p class="mail-address">{t('account.mail.own', { address })}</p>}
      {address !== undefined && <GameLetters isOn={gameLetters} onSet={onMade} />}
      {awaiting !== undefined && (
        <p class="mail-address">{t('account.mail.awaiting', { address: awaiting })}</p>
      )}
      <AccountForm
        fields={['mail', 'present']}
        send={(typed) => sendWish('mail-add', { ...wish(typed.mail), ...proofOf(typed.present) })}
        action={t('account.mail.add')}
        {...(hasPasskey && {
          other: {
            action: t('account.mail.byPasskey'),
            send: (typed) => sendByPasskey('mail-add', wish(typed.mail)),
          },
        })}
        owner={name}
        onDone={() => onChanged((t) => t('account.mail.added'))}
      />
      {(address ?? awaiting) !== undefined && (
        <AccountForm
          fields={['present']}
          send={(typed) => sendWish('mail-remove', proofOf(typed.present))}
          action={t('account.mail.remove')}
          {...(hasPasskey && {
            other: {
              action: t('account.mail.removeByPasskey'),
              send: () => sendByPasskey('mail-remove', {}),
            },
          })}
          owner={name}
          isFinal
          onDone={() => onChanged((t) => t('account.mail.removed'))}
        />
      )}
    </>
  )
}

// --- internal ---

function proofOf(password: string) {
  return { proof: { password } }
}
