import { NAME_LENGTH } from '@hokito/protocol'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { isGuestName } from '../../models/account/guest-name.ts'
import { type NameRefusal, rename } from '../../models/account/rename.ts'
import type { Connection } from '../../models/online/connection.ts'
import { useServices } from '../../services.ts'
import { describeRefusal } from '../../words/online.ts'
import { NameIdea } from './NameIdea.tsx'
import { useTypedName } from './use-typed-name.ts'

interface NameFormProps {
  readonly name: string
  /** The sentence with the player's name, if `online.youAre` does not fit. */
  readonly words?: string
  readonly connection: Pick<Connection, 'send'>
}

/**
 * The player's name as others see it, with a button by which a guest changes it. An account changes
 * its name on its own page, where a pupil learns that the teacher looks after it.
 */
export function NameForm({ name, words, connection }: NameFormProps) {
  const t = useTranslate()
  const { accountName } = useServices()
  const [isOpen, setOpen] = useState(false)
  // Nobody wants to correct a generated name.
  const known = isGuestName(name) ? '' : name
  const { field, setRefused } = useTypedName(known)
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<Promise<void> | undefined>(undefined)
  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus()
  }, [isOpen])
  // A name stays on one line.
  const whole = name.replaceAll(' ', '\u00a0')
  const sentence = <span title={name}>{words ?? t('online.youAre', { name: whole })}</span>
  if (accountName.value !== undefined) return <p class="name-form">{sentence}</p>
  if (!isOpen) {
    return (
      <p class="name-form">
        {sentence}{' '}
        <button
          type="button"
          class="button button-text"
          onClick={() => {
            field.onInput(known)
            setOpen(true)
          }}
        >
          {t('online.rename')}
        </button>
      </p>
    )
  }
  // A press on the button may first take the focus from the form, which sends the name as well.
  // Only one request is sent.
  const take = () => {
    sent.current ??= rename(connection, field.text).then((refusal) => {
      sent.current = undefined
      setRefused(refusal)
      if (refusal === undefined) setOpen(false)
    })
  }
  return (
    <form
      ref={form}
      class="name-field"
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
      // A player who types a name and goes on to send a link should be known by that name.
      onFocusOut={({ currentTarget, relatedTarget }) => {
        const isLeft = !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
        const isChanged = ![known, ''].includes(field.text.trim())
        if (isLeft && isChanged && field.refused === undefined) take()
      }}
    >
      <OwnNameField {...field} placeholder={name} />
      <div class="button-row">
        <button type="submit" class="button">
          {t('online.rename')}
        </button>
        <button type="button" class="button button-text" onClick={() => setOpen(false)}>
          {t('game.cancel')}
        </button>
      </div>
    </form>
  )
}

interface OwnNameFieldProps {
  readonly text: string
  /** The present name, if the player need not type one. */
  readonly placeholder?: string
  readonly refused: NameRefusal | undefined
  readonly onInput: (text: string) => void
}

/** The rules for names stand beside the field; a refused name stays, to be corrected. */
export function OwnNameField({ text, placeholder, refused, onInput }: OwnNameFieldProps) {
  const t = useTranslate()
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const refusal = refused === 'unanswered' ? undefined : refused
  return (
    <>
      <label class="field">
        {t('online.name')}
        <input
          ref={input}
          value={text}
          placeholder={placeholder}
          maxLength={64}
          autocomplete="nickname"
          aria-describedby={noteId}
          aria-invalid={refusal !== undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </label>
      <p class="note" id={noteId}>
        {t('online.nameNote', NAME_LENGTH)}
      </p>
      <p class="fault" role="alert">
        {refused === 'unanswered' && t('online.bots.unanswered')}
        {refusal !== undefined && describeRefusal(t, refusal.code, refusal.retryAfterMs)}
      </p>
      {refusal?.code === 'nameTaken' && <NameIdea name={text} field={input} onTake={onInput} />}
    </>
  )
}
