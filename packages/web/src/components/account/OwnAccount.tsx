import type { AccountReply, HttpRefusal } from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import { changeSession, DATA_PATH, sendWish } from '../../models/account/account.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { describeAccountRefusal } from '../../words/account.ts'
import { formatDate } from '../../words/dates.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { AccountForm } from './AccountForm.tsx'
import { Breaks } from './Breaks.tsx'
import { MailAddress } from './MailAddress.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Tokens } from './Tokens.tsx'

interface OwnAccountProps {
  readonly name: string
  readonly isBot: boolean
  readonly hasPlayed: boolean
  readonly account: NonNullable<AccountReply['account']>
  readonly onCodes: (codes: readonly string[]) => void
  /** Called after a change, with the words to announce it. */
  readonly onChanged: (told: Saying) => void
  /** Called after a change that has been announced already. */
  readonly onMade: () => Promise<void>
  /** Called after signing out. */
  readonly onLeft: () => void
  readonly onDeleted: () => void
}

/** All settings and actions of an account, each under its own heading. */
export function OwnAccount(props: OwnAccountProps) {
  const { name, account, onChanged } = props
  const t = useTranslate()
  return (
    <>
      <p class="lead">{t('account.signedIn', { name })}</p>
      <p class="button-row">
        <a class="button button-main" href={ROUTES.profile}>
          {t('progress.yours')}
        </a>
        <a class="button" href={ROUTES.people}>
          {t('people.title')}
        </a>
      </p>
      <SignOut isPupil={account.isPupil === true} onLeft={props.onLeft} />
      {account.breaks !== undefined && (
        <Part title={t('account.breaks.title')}>
          <Breaks breaks={account.breaks} onChanged={onChanged} />
        </Part>
      )}
      {account.isPupil === true ? <OfClass /> : <Keys {...props} />}
      <Part title={t('account.data.title')}>
        <p class="note">{t('account.data.text')}</p>
        <a class="button" href={DATA_PATH} download="hokito-data.json">
          <Icon name="download" />
          {t('account.data.download')}
        </a>
      </Part>
      {account.isPupil !== true && <Deletion {...props} />}
    </>
  )
}

// --- internal ---

/** A teacher looks after the name and the card of a pupil. */
function OfClass() {
  const t = useTranslate()
  return (
    <p>
      {t('account.refusal.ofClass')} <a href={ROUTES.class}>{t('nav.classes')}</a>
    </p>
  )
}

/** The name of an account and all ways into it. */
function Keys(props: OwnAccountProps) {
  const { name, isBot, hasPlayed, account, onChanged, onMade } = props
  const t = useTranslate()
  return (
    <>
      <Rename account={account} onChanged={onChanged} />
      <NewPassword {...props} />
      <NewCodes {...props} />
      {account.mail !== undefined && (
        <Part title={t('account.mail.title')}>
          <MailAddress name={name} account={account} onChanged={onChanged} onMade={onMade} />
        </Part>
      )}
      <Part title={t('account.passkeys.title')}>
        <Passkeys name={name} passkeys={account.passkeys} onChanged={onChanged} />
      </Part>
      <Part title={t('account.tokens.title')}>
        <Tokens
          name={name}
          isBot={isBot}
          hasPlayed={hasPlayed}
          tokens={account.tokens}
          onChanged={onChanged}
          onMade={onMade}
        />
      </Part>
    </>
  )
}

/** A heading that expands to show its content. */
function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="account-part">
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="account-part-body">{children}</div>
    </details>
  )
}

/** A new name, or the date from which it may change. */
function Rename({ account, onChanged }: Pick<OwnAccountProps, 'account' | 'onChanged'>) {
  const t = useTranslate()
  const { language, now } = useServices()
  const date = formatDate(language.speech.value.language, account.renameAt, 'long')
  return (
    <Part title={t('account.rename.title')}>
      <p class="note">{t('account.rename.note')}</p>
      {account.renameAt > now() ? (
        <p>{t('account.rename.from', { date })}</p>
      ) : (
        <AccountForm
          fields={['name']}
          send={(typed) => sendWish('name', { name: typed.name })}
          action={t('account.rename.title')}
          onDone={() => onChanged((t) => t('account.rename.done'))}
        />
      )}
    </Part>
  )
}

function NewPassword({ name, onChanged }: Pick<OwnAccountProps, 'name' | 'onChanged'>) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  return (
    <Part title={t('account.change.title')}>
      <p class="note">{t('account.change.note')}</p>
      <AccountForm
        fields={['present', 'next']}
        send={({ present, next }) =>
          changeSession(deviceStorage, 'password', { password: present, next })
        }
        action={t('account.change.title')}
        owner={name}
        onDone={() => onChanged((t) => t('account.change.done'))}
      />
    </Part>
  )
}

/** New recovery codes, in place of those that are left. */
function NewCodes({
  name,
  account,
  onCodes,
}: Pick<OwnAccountProps, 'name' | 'account' | 'onCodes'>) {
  const t = useTranslate()
  return (
    <Part title={t('account.codes.title')}>
      <p>{t('account.codes.left', { n: account.codesLeft })}</p>
      <p class="note">{t('account.codes.renewNote')}</p>
      <AccountForm
        fields={['present']}
        send={({ present }) => sendWish('codes', { password: present })}
        action={t('account.codes.renew')}
        owner={name}
        onDone={onCodes}
      />
    </Part>
  )
}

function Deletion({ name, onDeleted }: Pick<OwnAccountProps, 'name' | 'onDeleted'>) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  return (
    <Part title={t('account.delete.title')}>
      <p>{t('account.delete.text')}</p>
      <AccountForm
        fields={['present']}
        send={({ present }) => changeSession(deviceStorage, 'delete', { password: present })}
        action={t('account.delete.yes')}
        owner={name}
        isFinal
        onDone={onDeleted}
      />
    </Part>
  )
}

const SIGN_OUT_WORDS = { 'sign-out': 'here', 'sign-out-everywhere': 'everywhere' } as const
type SignOutWish = keyof typeof SIGN_OUT_WORDS

/** Signs out; asks first if the player has running games. */
function SignOut({
  isPupil,
  onLeft,
}: Pick<OwnAccountProps, 'onLeft'> & { readonly isPupil: boolean }) {
  const t = useTranslate()
  const services = useServices()
  const { online, deviceStorage } = services
  const [asked, setAsked] = useState<SignOutWish | undefined>(undefined)
  const [fault, setFault] = useState<{ readonly refusal: HttpRefusal | undefined } | undefined>()
  const isPlaying = (online.value?.ownGames.running.value.length ?? 0) > 0
  const press = (wish: SignOutWish) => (isPlaying ? setAsked(wish) : void leave(wish))
  const leave = async (wish: SignOutWish) => {
    if (isPupil) await (await import('../../models/class/report.ts')).reportLast(services)
    const answer = await changeSession(deviceStorage, wish, {})
    if (answer.ok) onLeft()
    else setFault({ refusal: answer.error })
  }
  return (
    <section class="account-out">
      <div class="button-row">
        <button type="button" class="button" onClick={() => press('sign-out')}>
          {t('account.out.here')}
        </button>
        <button type="button" class="button" onClick={() => press('sign-out-everywhere')}>
          {t('account.out.everywhere')}
        </button>
      </div>
      <p class="note">{t('account.out.note')}</p>
      <p class="fault" role="alert">
        {fault !== undefined && describeAccountRefusal(t, fault.refusal)}
      </p>
      {asked !== undefined && (
        <ConfirmDialog
          title={t(`account.out.${SIGN_OUT_WORDS[asked]}`)}
          text={t('account.out.running')}
          yes={t(`account.out.${SIGN_OUT_WORDS[asked]}`)}
          onYes={() => void leave(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
