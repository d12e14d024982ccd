import {
  type HttpRefusal,
  LONGEST_MAIL_ADDRESS,
  NAME_LENGTH,
  PASSWORD_LENGTH,
} from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { AccountAnswer } from '../../models/account/account.ts'
import {
  type AccountField,
  describeAccountRefusal,
  describeNames,
  fieldOf,
} from '../../words/account.ts'
import { NameIdea } from './NameIdea.tsx'

interface AccountFormProps {
  readonly fields: readonly AccountField[]
  /** Further choices, above the fields. */
  readonly children?: ComponentChildren
  /** Sends the typed values to the server. */
  readonly send: (typed: Typed) => Promise<AccountAnswer>
  /** The initial name, which the player may change. */
  readonly startsWith?: string
  /** Whether it is about an existing account. */
  readonly isSignIn?: boolean
  /** The label of the button. */
  readonly action: string
  /** Another way to do the same, with a button of its own. */
  readonly other?: {
    readonly action: string
    readonly send: (typed: Typed) => Promise<AccountAnswer>
  }
  /** The name of the account, for password managers, if the form does not ask for it. */
  readonly owner?: string
  /** Whether it deletes something for good, so that the button does not stand out. */
  readonly isFinal?: boolean
  /** Called with new recovery codes, if there are any. */
  readonly onDone: (codes: readonly string[]) => void
}

interface Refused {
  /** Undefined if there was no answer. */
  readonly refusal: HttpRefusal | undefined
}

type Typed = { readonly [field in AccountField]: string }

/** A few fields and a button. An error appears at the field that it is about. */
export function AccountForm(props: AccountFormProps) {
  const { fields, startsWith = '', isSignIn = false, owner, onDone } = props
  const [typed, setTyped] = useState<Typed>({ ...NOTHING, name: startsWith })
  const [isSending, setSending] = useState(false)
  const { fault, at, wordsAt, refuse, clear } = useFieldErrors(fields)
  const submit = async (send: AccountFormProps['send']) => {
    if (isSending) return
    setSending(true)
    const answer = await send(typed)
    setSending(false)
    if (!answer.ok) return refuse(answer.error, typed)
    clear(at)
    setTyped(NOTHING)
    onDone(answer.value)
  }
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault()
        const early = refusalOf(typed, fields)
        if (early === undefined) void submit(props.send)
        else refuse(early, typed)
      }}
    >
      {owner !== undefined && <Owner name={owner} />}
      {props.children}
      {fields.map((field) => (
        <FormField
          key={field}
          field={field}
          isSignIn={isSignIn}
          value={typed[field]}
          fault={at === field ? fault : undefined}
          words={wordsAt(field)}
          onInput={(text) => {
            setTyped({ ...typed, [field]: text })
            // The error was about the text before this change.
            clear(field)
          }}
        />
      ))}
      <p class="fault" role="alert">
        {at === undefined && wordsAt(at)}
      </p>
      <Buttons {...props} isSending={isSending} onOther={(send) => void submit(send)} />
    </form>
  )
}

// --- internal ---

const NOTHING: Typed = { name: '', present: '', next: '', code: '', mail: '', who: '' }

/**
 * What was refused. A refusal names one fault at a time; a password that is too short is marked
 * beside another one.
 */
function useFieldErrors(fields: readonly AccountField[]) {
  const t = useTranslate()
  const [fault, setFault] = useState<Refused | undefined>()
  const [isShort, setShort] = useState(false)
  const at = fault && fieldOf(fault.refusal, fields)
  return {
    fault,
    at,
    wordsAt: (field: AccountField | undefined) => {
      if (fault !== undefined && field === at) return describeAccountRefusal(t, fault.refusal)
      return isShort && field === 'next' ? describeAccountRefusal(t, TOO_SHORT) : undefined
    },
    refuse: (refusal: HttpRefusal | undefined, { next }: Typed) => {
      const other = fieldOf(refusal, fields)
      setFault({ refusal })
      setShort(
        other !== undefined && fields.includes('next') && next.length < PASSWORD_LENGTH.shortest,
      )
    },
    clear: (field: AccountField | undefined) => {
      if (field === at) setFault(undefined)
      if (field === 'next') setShort(false)
    },
  }
}

/** What the page refuses itself, because the server would for certain: a password too short. */
function refusalOf({ name, next }: Typed, fields: readonly AccountField[]) {
  const { length } = [...next.normalize('NFKC')]
  if (!fields.includes('next') || length >= PASSWORD_LENGTH.shortest) return undefined
  const isNameShort = fields.includes('name') && name.trim().length < NAME_LENGTH.shortest
  return isNameShort ? ({ code: 'nameTooShort' } as const) : TOO_SHORT
}

const TOO_SHORT: HttpRefusal = { code: 'passwordTooShort' }

/** Tells a password manager whose password changes. Neither visible nor reachable by keyboard. */
function Owner({ name }: { name: string }) {
  return (
    <input
      class="visually-hidden"
      autocomplete="username"
      value={name}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

interface ButtonsProps extends Pick<AccountFormProps, 'action' | 'isFinal' | 'other'> {
  readonly isSending: boolean
  readonly onOther: (send: AccountFormProps['send']) => void
}

function Buttons({ action, isFinal = false, isSending, other, onOther }: ButtonsProps) {
  return (
    <>
      <button
        type="submit"
        class={isFinal ? 'button' : 'button button-main'}
        aria-disabled={isSending}
      >
        {action}
      </button>
      {other !== undefined && (
        <button
          type="button"
          class="button"
          aria-disabled={isSending}
          onClick={() => onOther(other.send)}
        >
          {other.action}
        </button>
      )}
    </>
  )
}

interface FormFieldProps {
  readonly field: AccountField
  /** Whether it is about an existing account. */
  readonly isSignIn: boolean
  readonly value: string
  /** A new object for each refusal. */
  readonly fault: Refused | undefined
  readonly words: string | undefined
  readonly onInput: (text: string) => void
}

function FormField({ field, isSignIn, value, fault, words, onInput }: FormFieldProps) {
  const t = useTranslate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isShown, setShown] = useState(false)
  // A refused field gets the focus, so that a screen reader reads the error.
  useEffect(() => {
    if (fault !== undefined) input.current?.focus()
  }, [fault])
  const isPassword = field === 'present' || field === 'next'
  const note = noteOf(t, field, isSignIn)
  return (
    <div class="account-field">
      <label class="field" for={`${id}-input`}>
        {labelOf(t, field, isSignIn)}
      </label>
      <div class="account-input">
        <input
          ref={input}
          id={`${id}-input`}
          class="input"
          {...(isPassword && !isShown ? HIDDEN : SHOWN)}
          name={field}
          value={value}
          required
          maxLength={LONGEST[field]}
          inputMode={field === 'mail' ? 'email' : undefined}
          autocomplete={COMPLETED_AS[field]}
          autocapitalize="none"
          spellcheck={false}
          aria-invalid={words !== undefined}
          aria-describedby={`${id}-fault ${id}-note`}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        {isPassword && (
          <button
            type="button"
            class="button button-text"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t('account.hide') : t('account.show')}
          </button>
        )}
      </div>
      <p class="fault" id={`${id}-fault`} role="alert">
        {words}
      </p>
      {fault?.refusal?.code === 'nameTaken' && (
        <NameIdea name={value} field={input} onTake={onInput} />
      )}
      <p class="note" id={`${id}-note`} hidden={note === undefined}>
        {note}
      </p>
    </div>
  )
}

function labelOf(t: Translate, field: AccountField, isSignIn: boolean): string {
  return {
    name: t('account.name'),
    present: isSignIn ? t('account.password') : t('account.presentPassword'),
    next: t('account.newPassword'),
    code: t('account.code'),
    mail: t('account.mail.field'),
    who: t('account.mail.who'),
  }[field]
}

function noteOf(t: Translate, field: AccountField, isSignIn: boolean): string | undefined {
  return {
    name: isSignIn ? undefined : describeNames(t),
    present: undefined,
    next: t('account.passwordNote', PASSWORD_LENGTH),
    code: t('account.codeNote'),
    mail: undefined,
    who: undefined,
  }[field]
}

const HIDDEN = { type: 'password' } as const
const SHOWN = { type: 'text' } as const

const COMPLETED_AS = {
  name: 'username',
  present: 'current-password',
  next: 'new-password',
  code: 'off',
  mail: 'email',
  who: 'username',
} as const

const LONGEST = {
  name: 64,
  present: PASSWORD_LENGTH.longest,
  next: PASSWORD_LENGTH.longest,
  code: 64,
  mail: LONGEST_MAIL_ADDRESS,
  who: LONGEST_MAIL_ADDRESS,
} as const
