import { score } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../i18n/i18n.ts'
import { type LocalGame, livePosition } from '../models/local/local-game.ts'
import { gameRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useTitle } from '../ui/hooks.ts'
import { Notice } from '../ui/Notice.tsx'
import { seatName } from '../words/names.ts'

/** All games kept on this device, the last played first. */
export function GamesPage() {
  const t = useTranslate()
  const { store } = useServices()
  const { route } = useLocation()
  const [{ games, damaged }, setListed] = useState(() => store.list())
  const [doomed, setDoomed] = useState<LocalGame | undefined>(undefined)
  useTitle(t('games.title'))
  const remove = (game: LocalGame) => {
    store.remove(game.id)
    setDoomed(undefined)
    setListed(store.list())
  }
  return (
    <div class="page">
      <h1>{t('games.title')}</h1>
      <p class="lead">{t('games.lead')}</p>
      {damaged.length > 0 && (
        <Notice
          text={t('notice.damagedSaves', {
            count: damaged.length,
            keys: damaged.map(({ key }) => key).join(', '),
          })}
        />
      )}
      {games.length === 0 && (
        <>
          <p>{t('games.none')}</p>
          <button type="button" class="button button-main" onClick={() => route(ROUTES.newGame)}>
            {t('game.newGame')}
          </button>
        </>
      )}
      <ul class="games">
        {games.map((game) => (
          <li key={game.id}>
            <a href={gameRoute(game.id)}>
              {t('home.versus', {
                black: seatName(t, game, 'black'),
                white: seatName(t, game, 'white'),
              })}
            </a>
            <span class="note">
              <GameState game={game} />
            </span>
            <button type="button" class="button" onClick={() => setDoomed(game)}>
              {t('games.delete')}
            </button>
          </li>
        ))}
      </ul>
      {doomed !== undefined && (
        <Dialog title={t('games.deleteTitle')} onClose={() => setDoomed(undefined)}>
          <p>{t('games.deleteText')}</p>
          <div class="button-row">
            <button type="button" class="button button-warn" onClick={() => remove(doomed)}>
              {t('games.deleteYes')}
            </button>
            <button type="button" class="button" onClick={() => setDoomed(undefined)}>
              {t('game.cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

// --- internal ---

function GameState({ game }: { game: LocalGame }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const points = score(livePosition(game))
  const state =
    game.record.ending === undefined
      ? t('games.running', { count: game.record.moves.length })
      : t('games.finished', { result: `${points.black}–${points.white}` })
  return (
    <>
      {day.format(game.updatedAt)} · {state}
    </>
  )
}
