import type { AccountReply } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { changeSession } from '../../models/account/account.ts'
import { isGuestName } from '../../models/account/guest-name.ts'
import { useServices } from '../../services.ts'
import { Choice } from '../../ui/Choice.tsx'
import { AccountForm } from './AccountForm.tsx'
import { AskForLink } from './MailRecovery.tsx'
import { PasskeySignIn } from './Passkeys.tsx'

interface GuestAccountProps {
  readonly guest: AccountReply
  /** The initial choice; by default, to make an account. */
  readonly startsWith?: Way
  /** Called with the recovery codes of a new account. */
  readonly onEntered: (codes: readonly string[]) => void
  /** Called when a recovery code has set a new password. */
  readonly onRecovered: () => void
}

/**
 * What a guest can do: make an account or sign in. It also says what becomes of the guest's games.
 */
export function GuestAccount({
  guest,
  startsWith = 'signUp',
  onEntered,
  onRecovered,
}: GuestAccountProps) {
  const { player, hasPlayed, sendsMail = false } = guest
  const t = useTranslate()
  const [way, setWay] = useState<Way>(startsWith)
  const name = player?.name
  return (
    <>
      <p class="lead">{t('account.lead')}</p>
      {name !== undefined && (
        <p>{t(hasPlayed ? 'account.guestGames' : 'account.guest', { name })}</p>
      )}
      <Choice
        legend={t('account.what')}
        options={WAYS.filter((each) => each !== 'mail' || sendsMail).map((value) => ({
          value,
          label: t(`account.ways.${value}`),
          isAlone: value === 'recover' && !sendsMail,
        }))}
        value={way}
        columns={2}
        onChange={setWay}
      />
      <WayIn key={way} {...{ way, name, sendsMail, onEntered, onRecovered }} />
    </>
  )
}

// --- internal ---

const WAYS = ['signUp', 'signIn', 'mail', 'recover'] as const
type Way = (typeof WAYS)[number]

interface WayInProps extends Pick<GuestAccountProps, 'onEntered' | 'onRecovered'> {
  readonly way: Way
  /** The guest's name. */
  readonly name: string | undefined
  readonly sendsMail: boolean
}

function WayIn({ way, name, sendsMail, onEntered, onRecovered }: WayInProps) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  switch (way) {
    case 'signUp':
      return (
        <>
          <AccountForm
            fields={['name', 'next']}
            // A chosen name is kept for the account; a generated one is for guests only.
            startsWith={name === undefined || isGuestName(name) ? '' : name}
            send={(typed) =>
              changeSession(deviceStorage, 'sign-up', { name: typed.name, password: typed.next })
            }
            action={t('account.create')}
            onDone={onEntered}
          />
          <p class="note">{t(sendsMail ? 'account.mail.later' : 'account.noMail')}</p>
        </>
      )
    case 'signIn':
      return <SignIn onEntered={onEntered} />
    case 'mail':
      return <AskForLink />
    case 'recover':
      return (
        <>
          <p class="note">{t('account.change.note')}</p>
          <AccountForm
            fields={['name', 'code', 'next']}
            send={(typed) =>
              changeSession(deviceStorage, 'recover', {
                name: typed.name,
                code: typed.code,
                password: typed.next,
              })
            }
            action={t('account.setPassword')}
            onDone={onRecovered}
          />
        </>
      )
  }
}

/** Signing in with a password or a passkey. */
function SignIn({ onEntered }: Pick<WayInProps, 'onEntered'>) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  // A try with a password clears the message about a passkey.
  const [tries, setTries] = useState(0)
  return (
    <>
      <AccountForm
        fields={['name', 'present']}
        isSignIn
        send={(typed) => {
          setTries(tries + 1)
          return changeSession(deviceStorage, 'sign-in', {
            name: typed.name,
            password: typed.present,
          })
        }}
        action={t('account.signIn')}
        onDone={onEntered}
      />
      <PasskeySignIn key={tries} onEntered={() => onEntered([])} />
    </>
  )
}
