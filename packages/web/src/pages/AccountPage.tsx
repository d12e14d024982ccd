import type { AccountReply } from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { StopLetters } from '../components/account/GameLetters.tsx'
import { GuestAccount } from '../components/account/GuestAccount.tsx'
import { NewPassword } from '../components/account/MailRecovery.tsx'
import { OwnAccount } from '../components/account/OwnAccount.tsx'
import { RecoveryCodes } from '../components/account/RecoveryCodes.tsx'
import { PagePicture } from '../components/game/PagePicture.tsx'
import { type Saying, useTranslate } from '../i18n/i18n.ts'
import { fetchAccount, sendWish } from '../models/account/account.ts'
import { wayBack } from '../models/account/way-back.ts'
import {
  followName,
  goToSignIn,
  keepName,
  SIGN_IN,
  SIGNED_OUT,
} from '../models/site/account-name.ts'
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
  if (id !== undefined) return <ProfilePage key={id} id={id} />
  return path === ROUTES.people ? <PeoplePage /> : <OwnPage />
}

// --- internal ---

/** The user's account: creating one, signing in, and all its settings. */
function OwnPage() {
  const t = useTranslate()
  const services = useServices()
  const { known, setKnown, look, ask } = useKnown()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isEntering, setEntering] = useState(false)
  const [told, setTold] = useSaying(location.hash === RECOVERED ? CHANGED : undefined)
  const [letter, setLetter] = useLetter()
  // A link in an e-mail opens a page of its own: from there the user wants to go on.
  const [isOfLetter, setOfLetter] = useState(location.hash === RECOVERED)
  useTitle(t('account.title'))
  const leaveLetter = (next: Letter | undefined, saying?: Saying) => {
    setLetter(next)
    if (saying !== undefined) {
      setTold(saying)
      setOfLetter(true)
    }
    void ask()
  }
  useConfirming(known, letter, (saying) => leaveLetter(undefined, saying))
  if (letter?.kind === 'reset' || letter?.kind === 'unsubscribe') {
    return (
      <Frame>
        <OfLetter kind={letter.kind} token={letter.token} onClose={leaveLetter} />
      </Frame>
    )
  }
  return (
    <Frame>
      {told !== undefined &&
        (isOfLetter ? (
          <Notice text={told} isCalm action={t('error.home')} onAction={goHome} />
        ) : (
          <Notice text={told} isCalm onAction={() => setTold(undefined)} />
        ))}
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onKept={isEntering ? goOn : startAnew} />
      ) : (
        <Account
          known={known}
          letter={letter?.kind}
          onAsk={ask}
          onEntered={async (made) => {
            setEntering(true)
            setCodes(made)
            if (made.length > 0) setTold((t) => t('account.created'))
            // The next page knows the name; the user may leave this one without pressing a button.
            await look()
            if (made.length === 0) goOn()
          }}
          onCodes={(made) => {
            setCodes(made)
            void look()
          }}
          onChanged={(saying) => {
            setTold(saying)
            setOfLetter(false)
            void ask()
          }}
          onLeft={() => {
            keepName(services, undefined)
            goToSignIn()
          }}
          onDeleted={() => {
            keepName(services, undefined)
            setKnown({ kind: 'deleted' })
            setTold((t) => t('account.delete.done'))
          }}
        />
      )}
    </Frame>
  )
}

/** The title, which stays while the content changes. */
function Frame({ children }: { children: ComponentChildren }) {
  const t = useTranslate()
  return (
    <div class="page account">
      <h1>{t('account.title')}</h1>
      <PagePicture ply={12} />
      {children}
    </div>
  )
}

/** What the page knows about the user. */
type Known =
  | { readonly kind: 'asked' | 'unanswered' | 'deleted' }
  | { readonly kind: 'answered'; readonly reply: AccountReply }

/** What the server knows about the user: asked as the page appears, and again on demand. */
function useKnown() {
  const services = useServices()
  const [known, setKnown] = useState<Known>({ kind: 'asked' })
  const look = async () => {
    const reply = await fetchAccount()
    if (reply !== undefined) keepName(services, reply.account && reply.player?.name)
    if (reply?.account !== undefined) followName(services, services.online)
    return reply
  }
  const ask = async () => {
    const reply = await look()
    setKnown(reply === undefined ? { kind: 'unanswered' } : { kind: 'answered', reply })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page appears.
  useEffect(() => void ask(), [])
  return { known, setKnown, look, ask }
}

/** Reloads after a change of identity, so that nothing of the former player is left on the page. */
function startAnew(): void {
  // Assigning an address that differs only behind the `#` would not reload the page.
  if (readLetter()?.kind === 'confirm') location.reload()
  else location.assign(ROUTES.account)
}

/** Goes back to where a user came from who has just signed in; otherwise to the account. */
function goOn(): void {
  const back = wayBack(location.search, location.origin)
  // A letter brought this user, to confirm an address.
  if (back === undefined || readLetter()?.kind === 'confirm') startAnew()
  else location.assign(back)
}

/** Goes back to where a user came from, otherwise to the home page. */
function goHome(): void {
  location.assign(wayBack(location.search, location.origin) ?? ROUTES.home)
}

/** The fragment after the password was changed without the old one. */
const RECOVERED = '#recovered'

const CHANGED: Saying = (t) => t('account.change.done')

function startRecovered(): void {
  if (wayBack(location.search, location.origin) !== undefined) return goOn()
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

/** The letter whose link was followed. The address keeps only a token that is still needed. */
function useLetter() {
  const [letter, setLetter] = useState<Letter | undefined>(undefined)
  useEffect(() => {
    const read = () => {
      const said = readLetter()
      if (said !== undefined) setLetter(said)
      if (said !== undefined && said.kind !== 'confirm') hideLetter()
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return [letter, setLetter] as const
}

/** Confirms the address of a letter once the user is known to be signed in. */
function useConfirming(
  known: Known,
  letter: Letter | undefined,
  onAnswer: (saying: Saying) => void,
): void {
  const confirm = async (token: string) => {
    const answer = await sendWish('mail-confirm', { token })
    // A user who has to sign in first confirms the address after that.
    if (!answer.ok && answer.error?.code === 'signedOut') return
    hideLetter()
    onAnswer((t) =>
      answer.ok ? t('account.mail.confirmed') : describeAccountRefusal(t, answer.error),
    )
  }
  const isOwn = known.kind === 'answered' && known.reply.account !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known whose account it is.
  useEffect(() => {
    if (isOwn && letter?.kind === 'confirm') void confirm(letter.token)
  }, [isOwn, letter])
}

interface OfLetterProps {
  readonly kind: 'reset' | 'unsubscribe'
  readonly token: string
  /** Called when it is done with, with what is left of it and what to say. */
  readonly onClose: (next: Letter | undefined, saying?: Saying) => void
}

/** What a letter leads to instead of the account. */
function OfLetter({ kind, token, onClose }: OfLetterProps) {
  return kind === 'reset' ? (
    <NewPassword token={token} onEntered={startRecovered} onAsk={() => onClose({ kind: 'none' })} />
  ) : (
    <StopLetters
      token={token}
      onStopped={() => onClose(undefined, (t) => t('account.mail.games.stopped'))}
    />
  )
}

interface AccountProps {
  readonly known: Known
  /**
   * Set while an address is to be confirmed after signing in, or if a link in an e-mail did not
   * work.
   */
  readonly letter: Letter['kind'] | undefined
  readonly onAsk: () => Promise<void>
  /** Called after signing in, with the recovery codes of a new account. */
  readonly onEntered: (codes: readonly string[]) => Promise<void>
  readonly onCodes: (codes: readonly string[]) => void
  readonly onChanged: (told: Saying) => void
  readonly onLeft: () => void
  readonly onDeleted: () => void
}

function Account({ known, letter, ...props }: AccountProps) {
  const { onAsk, onEntered, onCodes, onChanged, onLeft, onDeleted } = props
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
        return (
          <>
            {location.hash === SIGNED_OUT && <Notice text={t('account.out.done')} isCalm />}
            {letter === 'confirm' && <Notice text={t('account.mail.signInFirst')} isCalm />}
            <GuestAccount
              key={letter}
              guest={known.reply}
              startsWith={
                [SIGN_IN, SIGNED_OUT].includes(location.hash)
                  ? 'signIn'
                  : STARTS_WITH[letter ?? 'nothing']
              }
              onEntered={(codes) => void onEntered(codes)}
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
