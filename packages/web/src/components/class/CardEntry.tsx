import { CARD_WORDS, PICTURE_WORDS, type PictureWord, passwordOf } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { changeSession } from '../../models/account/account.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import { reportLast } from '../../models/class/report.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useTitle } from '../../ui/tab.ts'
import { describeAccountRefusal } from '../../words/account.ts'
import { PictureSign } from './PictureSign.tsx'

/** Signing in with a card: the name, and the words chosen from all of them in their order. */
export function CardEntry() {
  const t = useTranslate()
  const { name, setName, words, setWords, isWhole, isBusy, fault, submit } = useCardEntry()
  useTitle(t('class.enter.title'))
  return (
    <form
      class="page class-page class-entry"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>{t('class.enter.title')}</h1>
      <label class="field">
        {t('class.enter.name')}
        <input
          class="input"
          type="text"
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={64}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <p class="class-chosen" role="status">
        {t('class.enter.chosen')}:{' '}
        {words.length === 0
          ? t('class.enter.nothing')
          : words.map((word) => t(`class.words.${word}`)).join(', ')}
      </p>
      <WordGrid onPick={(word) => !isWhole && setWords([...words, word])} />
      <p class="fault" role="alert">
        {fault}
      </p>
      <div class="button-row">
        <button type="submit" class="button button-main" aria-disabled={!isWhole || isBusy}>
          {t('account.signIn')}
        </button>
        <button
          type="button"
          class="button"
          disabled={words.length === 0}
          onClick={() => setWords(words.slice(0, -1))}
        >
          {t('class.enter.back')}
        </button>
      </div>
      <p>
        <a href={accountRoute(ROUTES.class)}>{t('class.enter.password')}</a>
      </p>
    </form>
  )
}

// --- internal ---

/** What is typed and chosen so far, and the attempt to sign in with it. */
function useCardEntry() {
  const t = useTranslate()
  const services = useServices()
  const [name, setName] = useState('')
  const [words, setWords] = useState<readonly PictureWord[]>([])
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const isWhole = words.length === CARD_WORDS
  const submit = async () => {
    if (isBusy || !isWhole) return
    setBusy(true)
    await reportLast(services)
    const answer = await changeSession(services.deviceStorage, 'sign-in', {
      name,
      password: passwordOf(words),
    })
    // A full load, so that nothing of the former player is left on the page.
    if (answer.ok) return location.assign(ROUTES.class)
    setBusy(false)
    setWords([])
    setFault(
      answer.error?.code === 'wrongSignIn'
        ? t('class.enter.wrong')
        : describeAccountRefusal(t, answer.error),
    )
  }
  return { name, setName, words, setWords, isWhole, isBusy, fault, submit }
}

function WordGrid({ onPick }: { readonly onPick: (word: PictureWord) => void }) {
  const t = useTranslate()
  return (
    <fieldset class="class-grid">
      <legend>{t('class.enter.words')}</legend>
      {PICTURE_WORDS.map((word) => (
        <button key={word} type="button" class="class-word" onClick={() => onPick(word)}>
          <PictureSign word={word} />
          {t(`class.words.${word}`)}
        </button>
      ))}
    </fieldset>
  )
}
