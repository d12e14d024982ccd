import {
  type AccountReply,
  type HttpRefusal,
  LONGEST_TOKEN_NAME,
  TOKEN_SCOPES,
  type TokenScope,
} from '@hokito/protocol'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { type Saying, type Translate, useTranslate } from '../../i18n/i18n.ts'
import { makeToken, sendWish } from '../../models/account/account.ts'
import { useServices } from '../../services.ts'
import { describeAccountRefusal } from '../../words/account.ts'
import { formatDate } from '../../words/dates.ts'
import { AccountForm } from './AccountForm.tsx'
import { BecomeBot } from './BecomeBot.tsx'
import { ShownOnce } from './ShownOnce.tsx'

interface TokensProps {
  readonly name: string
  readonly isBot: boolean
  readonly hasPlayed: boolean
  readonly tokens: NonNullable<AccountReply['account']>['tokens']
  readonly onChanged: (told: Saying) => void
  /** Called after a new token; the page above shows no message. */
  readonly onMade: () => void
}

/**
 * Tokens with which programs act for an account: each can be revoked, and a new one is shown once.
 */
export function Tokens({ name, isBot, hasPlayed, tokens, onChanged, onMade }: TokensProps) {
  const t = useTranslate()
  const [made, setMade] = useState<string | undefined>(undefined)
  if (made !== undefined) {
    return (
      <ShownOnce
        title={t('account.tokens.new')}
        text={t('account.tokens.once')}
        lines={[made]}
        question={t('account.tokens.leave')}
        done={t('account.tokens.done')}
        onKept={() => {
          setMade(undefined)
          onMade()
        }}
      />
    )
  }
  return (
    <>
      {isBot && <p>{t('account.tokens.isBot')}</p>}
      <p class="note">{t('account.tokens.text')}</p>
      <a href="/api/v1" target="_top">
        {t('account.tokens.reference')}
      </a>
      <TokenList tokens={tokens} onChanged={onChanged} />
      <NewToken owner={name} onMade={setMade} />
      {!isBot && !hasPlayed && <BecomeBot name={name} onChanged={onChanged} />}
    </>
  )
}

// --- internal ---

function TokenList({ tokens, onChanged }: Pick<TokensProps, 'tokens' | 'onChanged'>) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [fault, setFault] = useState<{ readonly refusal: HttpRefusal | undefined } | undefined>()
  const revoke = async (id: string) => {
    const answer = await sendWish('token-remove', { id })
    if (answer.ok) onChanged((t) => t('account.tokens.revoked'))
    else setFault({ refusal: answer.error })
  }
  return (
    <>
      <ul class="passkey-list">
        {tokens.map(({ id, name, scopes, createdAt, usedAt }) => (
          <li key={id}>
            <span class="token">
              {t('account.tokens.of', { name, date: formatDate(language, createdAt, 'long') })}
              <span class="note">{scopes.map((scope) => wordsOf(t, scope)).join(' · ')}</span>
              <span class="note">
                {usedAt === undefined
                  ? t('account.tokens.never')
                  : t('account.tokens.used', { date: formatDate(language, usedAt, 'long') })}
              </span>
            </span>
            <button type="button" class="button" onClick={() => void revoke(id)}>
              {t('account.tokens.revoke')}
            </button>
          </li>
        ))}
      </ul>
      <p class="fault" role="alert">
        {fault !== undefined && describeAccountRefusal(t, fault.refusal)}
      </p>
    </>
  )
}

interface NewTokenProps {
  readonly owner: string
  readonly onMade: (token: string) => void
}

function NewToken({ owner, onMade }: NewTokenProps) {
  const t = useTranslate()
  const id = useId()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const first = useRef<HTMLInputElement>(null)
  // The browser shows this message at the boxes, as it does for an empty field.
  useEffect(() => {
    first.current?.setCustomValidity(scopes.length === 0 ? t('account.tokens.choose') : '')
  })
  const toggle = (scope: TokenScope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope])
  return (
    <AccountForm
      fields={['present']}
      send={({ present }) => makeToken({ name: name.trim(), scopes, password: present })}
      action={t('account.tokens.make')}
      owner={owner}
      onDone={([token]) => token !== undefined && onMade(token)}
    >
      <div class="account-field">
        <label class="field" for={`${id}-name`}>
          {t('account.tokens.name')}
        </label>
        <input
          id={`${id}-name`}
          class="input"
          value={name}
          required
          pattern=".*\S.*"
          maxLength={LONGEST_TOKEN_NAME}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <fieldset class="token-scopes" aria-describedby={`${id}-note`}>
        <legend class="field">{t('account.tokens.may')}</legend>
        {TOKEN_SCOPES.map((scope, index) => (
          <label class="check" key={scope}>
            <input
              ref={index === 0 ? first : null}
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={() => toggle(scope)}
            />
            {wordsOf(t, scope)}
          </label>
        ))}
        <p class="note" id={`${id}-note`}>
          {t('account.tokens.playNote')}
        </p>
      </fieldset>
    </AccountForm>
  )
}

function wordsOf(t: Translate, scope: TokenScope): string {
  switch (scope) {
    case 'games:read':
      return t('account.tokens.read')
    case 'challenges:write':
      return t('account.tokens.challenge')
    case 'games:play':
      return t('account.tokens.play')
  }
}
