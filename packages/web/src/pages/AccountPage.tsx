import type { AccountReply } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { GuestAccount } from '../components/online/GuestAccount.tsx'
import { OwnAccount } from '../components/online/OwnAccount.tsx'
import { RecoveryCodes } from '../components/online/RecoveryCodes.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { fetchAccount } from '../models/online/account.ts'
import { ROUTES } from '../routes.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import { ProfilePage } from './ProfilePage.tsx'
import './account.css'

/** Somebody's profile; one's own account where nobody is named. One file, as every page begins with the names of all. */
export function AccountPage({ id }: { readonly id?: string | undefined }) {
  return id === undefined ? <OwnPage /> : <ProfilePage id={id} />
}

// --- internal ---

/** One's account: to make one or to sign in, and all that can be done with it. */
function OwnPage() {
  const t = useTranslate()
  const [known, setKnown] = useState<Known>({ kind: 'asked' })
  const [codes, setCodes] = useState<readonly string[]>([])
  const [told, setTold] = useState<string | undefined>(undefined)
  useTitle(t('account.title'))
  const ask = async () => {
    const reply = await fetchAccount()
    setKnown(reply === undefined ? { kind: 'unanswered' } : { kind: 'answered', reply })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page appears.
  useEffect(() => void ask(), [])
  return (
    <div class="page account">
      <h1>{t('account.title')}</h1>
      {told !== undefined && <Notice text={told} isCalm onAction={() => setTold(undefined)} />}
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onKept={startAnew} />
      ) : (
        <Account
          known={known}
          onAsk={ask}
          onCodes={setCodes}
          onChanged={(words) => {
            setTold(words)
            void ask()
          }}
          onDeleted={() => {
            setKnown({ kind: 'deleted' })
            setTold(t('account.delete.done'))
          }}
        />
      )}
    </div>
  )
}

/** What is known of who we are. */
type Known =
  | { readonly kind: 'asked' | 'unanswered' | 'deleted' }
  | { readonly kind: 'answered'; readonly reply: AccountReply }

/** Whoever is somebody else from now on begins with a fresh page: nothing of the former player is left on it. */
function startAnew(): void {
  location.assign(ROUTES.account)
}

interface AccountProps {
  readonly known: Known
  readonly onAsk: () => Promise<void>
  readonly onCodes: (codes: readonly string[]) => void
  readonly onChanged: (told: string) => void
  readonly onDeleted: () => void
}

function Account({ known, onAsk, onCodes, onChanged, onDeleted }: AccountProps) {
  const t = useTranslate()
  switch (known.kind) {
    case 'asked':
      return null
    case 'deleted':
      return (
        <a class="button" href={ROUTES.home}>
          {t('app.name')}
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
        return <GuestAccount guest={known.reply} onEntered={enter} />
      }
      return (
        <OwnAccount
          name={player.name}
          account={account}
          onCodes={onCodes}
          onChanged={onChanged}
          onLeft={startAnew}
          onDeleted={onDeleted}
        />
      )
    }
  }
}
