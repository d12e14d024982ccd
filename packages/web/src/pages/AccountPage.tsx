import type { AccountReply } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { StopLetters } from '../components/online/GameLetters.tsx'
import { GuestAccount } from '../components/online/GuestAccount.tsx'
import { NewPassword } from '../components/online/MailRecovery.tsx'
import { OwnAccount } from '../components/online/OwnAccount.tsx'
import { RecoveryCodes } from '../components/online/RecoveryCodes.tsx'
import { type Saying, useTranslate } from '../i18n/i18n.ts'
import { fetchAccount, sendWish } from '../models/online/account.ts'
import { followName, goToSignIn, keepName, SIGN_IN } from '../models/online/account-name.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import { useSaying } from '../ui/use-saying.ts'
import { describeAccountRefusal } from '../words/account.ts'
import { PeoplePage } from './PeoplePage.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import './account.css'

interface AccountPageProps {
  readonly id?: string | undefined
  /**
   * The path of this page. While the next page loads, the address is already that of the next page.
   */
  readonly path: string
}

/**
 * A player's profile. Without an id, the user's own account or people page. All three are in one
 * file, because the HTML of every page lists the names of all page files.
 */
export function AccountPage({ id, path }: AccountPageProps) {
  if (id !== undefined) return <ProfilePage id={id} />
  return path === ROUTES.people ? <PeoplePage /> : <OwnPage />
}

// --- internal ---

/** The user's account: creating one, signing in, and all its settings. */
function OwnPage() {
  const t = useTranslate()
  const { accountName, online } = useServices()
  const [known, setKnown] = useState<Known>({ kind: 'asked' })
  const [codes, setCodes] = useState<readonly string[]>([])
  const [told, setTold] = useSaying(location.hash === RECOVERED ? CHANGED : undefined)
  useTitle(t('account.title'))
  const look = async () => {
    const reply = await fetchAccount()
    if (reply !== undefined) keepName(accountName, reply.account && reply.player?.name)
    if (reply?.account !== undefined) followName(accountName, online)
    return reply
  }
  const ask = async () => {
    const reply = await look()
    setKnown(reply === undefined ? { kind: 'unanswered' } : { kind: 'answered', reply })
  }
  const [letter, setLetter] = useState<Letter | undefined>(undefined)
  const confirm = async (token: string) => {
    const answer = await sendWish('mail-confirm', { token })
    // A user who has to sign in first confirms the address after that.
    if (!answer.ok && answer.error?.code === 'signedOut') return
    hideLetter()
    setLetter(undefined)
    setTold((t) =>
      answer.ok ? t('account.mail.confirmed') : describeAccountRefusal(t, answer.error),
    )
    await ask()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page appears.
  useEffect(() => {
    void ask()
    const read = () => {
      const said = readLetter()
      if (said !== undefined) setLetter(said)
      if (said !== undefined && said.kind !== 'confirm') hideLetter()
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const isOwn = known.kind === 'answered' && known.reply.account !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known whose account it is.
  useEffect(() => {
    if (isOwn && letter?.kind === 'confirm') void confirm(letter.token)
  }, [isOwn, letter])
  if (letter?.kind === 'reset') {
    return (
      <div class="page account">
        <h1>{t('account.title')}</h1>
        <NewPassword
          token={letter.token}
          onEntered={startAnew}
          onAsk={() => {
            setLetter({ kind: 'none' })
            void ask()
          }}
        />
      </div>
    )
  }
  if (letter?.kind === 'unsubscribe') {
    return (
      <div class="page account">
        <h1>{t('account.title')}</h1>
        <StopLetters
          token={letter.token}
          onStopped={() => {
            setLetter(undefined)
            setTold((t) => t('account.mail.games.stopped'))
            void ask()
          }}
        />
      </div>
    )
  }
  return (
    <div class="page account">
      <h1>{t('account.title')}</h1>
      {told !== undefined && <Notice text={told} isCalm onAction={() => setTold(undefined)} />}
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onKept={startAnew} />
      ) : (
        <Account
          known={known}
          letter={letter?.kind}
          onAsk={ask}
          onCodes={(made) => {
            setCodes(made)
            // The user may leave the page without pressing the button.
            void look()
          }}
          onChanged={(saying) => {
            setTold(saying)
            void ask()
          }}
          onLeft={() => {
            keepName(accountName, undefined)
            goToSignIn()
          }}
          onDeleted={() => {
            keepName(accountName, undefined)
            setKnown({ kind: 'deleted' })
            setTold((t) => t('account.delete.done'))
          }}
        />
      )}
    </div>
  )
}

/** What the page knows about the user. */
type Known =
  | { readonly kind: 'asked' | 'unanswered' | 'deleted' }
  | { readonly kind: 'answered'; readonly reply: AccountReply }

/** Reloads after a change of identity, so that nothing of the former player is left on the page. */
function startAnew(): void {
  // Assigning an address that differs only behind the `#` would not reload the page.
  if (readLetter()?.kind === 'confirm') location.reload()
  else location.assign(ROUTES.account)
}

/** The fragment after a recovery code was used. */
const RECOVERED = '#recovered'

const CHANGED: Saying = (t) => t('account.change.done')

function startRecovered(): void {
  location.hash = RECOVERED
  location.reload()
}

const KINDS = ['confirm', 'reset', 'unsubscribe'] as const

/** The purpose of a link in an e-mail; `none` if the link did not work. */
type Letter =
  | { readonly kind: (typeof KINDS)[number]; readonly token: string }
  | { readonly kind: 'none' }

const STARTS_WITH = {
  confirm: 'signIn',
  none: 'mail',
  reset: 'signUp',
  unsubscribe: 'signUp',
  nothing: 'signUp',
} as const

/** Removes the token from the address, so that later users of this browser do not see it. */
function hideLetter(): void {
  history.replaceState(history.state, '', location.pathname)
}

function readLetter(): Letter | undefined {
  const [, said, token = ''] = /^#(\w+)=([\w-]{43})$/.exec(location.hash) ?? []
  const kind = KINDS.find((each) => each === said)
  return kind && { kind, token }
}

interface AccountProps {
  readonly known: Known
  /**
   * Set while an address is to be confirmed after signing in, or if a link in an e-mail did not
   * work.
   */
  readonly letter: Letter['kind'] | undefined
  readonly onAsk: () => Promise<void>
  readonly onCodes: (codes: readonly string[]) => void
  readonly onChanged: (told: Saying) => void
  readonly onLeft: () => void
  readonly onDeleted: () => void
}

function Account({ known, letter, ...props }: AccountProps) {
  const { onAsk, onCodes, onChanged, onLeft, onDeleted } = props
  const t = useTranslate()
  switch (known.kind) {
    case 'asked':
      return null
    case 'deleted':
      return (
        <a class="button" href={ROUTES.home}>
          {t('error.home')}
        </a>
      )
    case 'unanswered':
      return (
        <Notice
          text={t('account.unanswered')}
          action={t('account.again')}
          onAction={() => void onAsk()}
        />
      )
    case 'answered': {
      const { player, account } = known.reply
      if (player === undefined || account === undefined) {
        const enter = (codes: readonly string[]) =>
          codes.length > 0 ? onCodes(codes) : startAnew()
        return (
          <>
            {location.hash === SIGN_IN && <Notice text={t('account.out.done')} isCalm />}
            {letter === 'confirm' && <Notice text={t('account.mail.signInFirst')} isCalm />}
            <GuestAccount
              key={letter}
              guest={known.reply}
              startsWith={location.hash === SIGN_IN ? 'signIn' : STARTS_WITH[letter ?? 'nothing']}
              onEntered={enter}
              onRecovered={startRecovered}
            />
          </>
        )
      }
      return (
        <OwnAccount
          name={player.name}
          isBot={player.isBot === true}
          hasPlayed={known.reply.hasPlayed}
          account={account}
          onCodes={onCodes}
          onChanged={onChanged}
          onMade={onAsk}
          onLeft={onLeft}
          onDeleted={onDeleted}
        />
      )
    }
  }
}
