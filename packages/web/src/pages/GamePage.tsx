import { useState } from 'preact/hooks'
import { GameScreen } from '../components/local/GameScreen.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useTitle } from '../ui/tab.ts'

/** A game of this device by its id, or the reason why it cannot be shown. */
export function GamePage({ id }: { id: string }) {
  return <LoadedGame key={id} id={id} />
}

// --- internal ---

function LoadedGame({ id }: { id: string }) {
  const t = useTranslate()
  const { store } = useServices()
  const [loaded] = useState(() => store.load(id))
  if (!loaded.ok) {
    const { key } = loaded.error
    return <Missing title={t('game.damagedTitle')} text={t('game.damagedText', { key })} />
  }
  if (loaded.value === undefined) {
    return <Missing title={t('game.notFoundTitle')} text={t('game.notFoundText')} />
  }
  return <GameScreen initial={loaded.value} />
}

function Missing({ title, text }: { title: string; text: string }) {
  const t = useTranslate()
  useTitle(title)
  return (
    <div class="page">
      <h1>{title}</h1>
      <p>{text}</p>
      <a class="button button-main" href={ROUTES.newGame}>
        {t('game.playAnother')}
      </a>
    </div>
  )
}
