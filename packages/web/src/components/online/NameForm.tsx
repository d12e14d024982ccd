import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'

interface NameFormProps {
  readonly name: string
  readonly onRename: (name: string) => Promise<void>
}

/** Who one is to others, and a way to be called otherwise. */
export function NameForm({ name, onRename }: NameFormProps) {
  const t = useTranslate()
  const [text, setText] = useState<string | undefined>(undefined)
  if (text === undefined) {
    return (
      <p class="name-form">
        {t('online.youAre', { name })}{' '}
        <button type="button" class="button button-small" onClick={() => setText(name)}>
          {t('online.rename')}
        </button>
      </p>
    )
  }
  return (
    <form
      class="button-row"
      onSubmit={(event) => {
        event.preventDefault()
        void onRename(text).then(() => setText(undefined))
      }}
    >
      <label class="field">
        {t('online.name')}
        <input
          value={text}
          maxLength={64}
          autocomplete="nickname"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">
        {t('online.rename')}
      </button>
    </form>
  )
}
