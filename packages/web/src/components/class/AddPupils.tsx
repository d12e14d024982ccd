import { type Card, type ClassId, MOST_PUPILS } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { addPupils } from '../../models/class/class-api.ts'
import { namesIn } from '../../models/class/tasks.ts'
import { describeClassRefusal } from '../../words/class.ts'

interface AddPupilsProps {
  readonly id: ClassId
  readonly onCards: (cards: readonly Card[]) => void
}

/** A list of names, which become accounts with cards. */
export function AddPupils({ id, onCards }: AddPupilsProps) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const submit = async () => {
    const names = namesIn(text)
    if (isBusy || names.length === 0) return
    if (names.length > MOST_PUPILS) {
      return setFault(t('class.refusal.tooManyPupils', { most: MOST_PUPILS }))
    }
    setBusy(true)
    const made = await addPupils(id, names)
    setBusy(false)
    if (!made.ok) return setFault(describeClassRefusal(t, made.error))
    setText('')
    setFault(undefined)
    onCards(made.value)
  }
  return (
    <form
      class="class-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label class="field">
        {t('class.pupils.names')}
        <textarea
          class="input"
          rows={4}
          required
          autocomplete="off"
          spellcheck={false}
          value={text}
          aria-describedby={`names-${id}`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p class="note" id={`names-${id}`}>
        {t('class.pupils.note')}
      </p>
      <p class="fault" role="alert">
        {fault}
      </p>
      <button type="submit" class="button" aria-disabled={isBusy}>
        {t('class.pupils.add')}
      </button>
    </form>
  )
}
