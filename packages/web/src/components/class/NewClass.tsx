import { type ClassChange, LONGEST_CLASS_NAME } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { newClassId } from '../../models/class/class-api.ts'
import { useServices } from '../../services.ts'

interface NewClassProps {
  readonly change: (change: ClassChange) => Promise<{ readonly ok: boolean }>
}

export function NewClass({ change }: NewClassProps) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  // One id for all tries: a class whose answer was lost is not made twice.
  const [id, setId] = useState(() => newClassId(randomBytes))
  const [name, setName] = useState('')
  const submit = async () => {
    const made = await change({ type: 'make', class: id, name })
    if (!made.ok) return
    setName('')
    setId(newClassId(randomBytes))
  }
  return (
    <form
      class="class-form screen-only"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2>{t('class.make')}</h2>
      <label class="field">
        {t('class.name')}
        <input
          class="input"
          type="text"
          required
          autocomplete="off"
          maxLength={LONGEST_CLASS_NAME}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button button-main">
        {t('class.make')}
      </button>
    </form>
  )
}
