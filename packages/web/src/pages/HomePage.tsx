import { parseRecord, replay } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { DiagramBoard } from '../components/game/DiagramBoard.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { FIRST_LEVEL, quickTerms, startGame } from '../models/local/start-game.ts'
import { EXAMPLE_GAME } from '../models/replay/example-game.ts'
import { gameRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useTitle } from '../ui/hooks.ts'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { seatName } from '../words/names.ts'

/** Where a visitor lands: one press and a game is running. */
export function HomePage() {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  const { games, damaged } = useMemo(() => services.store.list(), [services])
  const running = games.find(({ record }) => record.ending === undefined)
  useTitle(t('home.title'))
  const playNow = () => route(gameRoute(startGame(services, quickTerms(services, FIRST_LEVEL))))
  return (
    <div class="home">
      {!services.isLasting && <Notice text={t('notice.noStorage')} />}
      {damaged.length > 0 && (
        <Notice
          text={t('notice.damagedSaves', {
            count: damaged.length,
            keys: damaged.map(({ key }) => key).join(', '),
          })}
        />
      )}
      {services.settings.damagedKey !== undefined && (
        <Notice text={t('notice.damagedSettings', { key: services.settings.damagedKey })} />
      )}
      <div class="home-words">
        <h1>{t('home.headline')}</h1>
        <p class="lead">{t('home.lead')}</p>
        <div class="home-actions">
          {running !== undefined && (
            <a class="button button-wide" href={gameRoute(running.id)}>
              <Icon name="play" />
              <span>
                {t('home.continue')}
                <small>
                  {t('home.versus', {
                    black: seatName(t, running, 'black'),
                    white: seatName(t, running, 'white'),
                  })}
                </small>
              </span>
            </a>
          )}
          <button type="button" class="button button-main button-wide" onClick={playNow}>
            <Icon name="computer" />
            <span>
              {t('home.playNow')}
              <small>{t('home.playNowNote', { level: FIRST_LEVEL })}</small>
            </span>
          </button>
          <a class="button button-wide" href={ROUTES.online}>
            <Icon name="person" />
            <span>
              {t('home.online')}
              <small>{t('home.onlineNote')}</small>
            </span>
          </a>
          <a class="button button-wide" href={ROUTES.learn}>
            <Icon name="book" />
            <span>
              {t('home.learn')}
              <small>{t('home.learnNote')}</small>
            </span>
          </a>
          <a class="button button-wide" href={`${ROUTES.newGame}?opponent=friend`}>
            <Icon name="person" />
            <span>
              {t('home.friend')}
              <small>{t('home.friendNote')}</small>
            </span>
          </a>
          <a class="button button-wide" href={ROUTES.replay}>
            <Icon name="open" />
            <span>
              {t('home.replay')}
              <small>{t('home.replayNote')}</small>
            </span>
          </a>
        </div>
        <p>
          <a href={ROUTES.newGame}>{t('home.custom')}</a>
          {games.length > 0 && (
            <>
              {' · '}
              <a href={ROUTES.games}>{t('home.allGames')}</a>
            </>
          )}
        </p>
      </div>
      <div class="home-board">
        <DiagramBoard position={SHOWN} label={t('home.boardLabel')} />
      </div>
    </div>
  )
}

// --- internal ---

const SHOWN_PLY = 16

/** The example game in its middle, where there are singles, stacks and something at stake. */
const SHOWN = (() => {
  const record = parseRecord(EXAMPLE_GAME)
  const positions = record.ok ? replay(record.value) : undefined
  const shown = positions?.ok === true ? positions.value[SHOWN_PLY] : undefined
  if (shown === undefined) throw new Error('the example game cannot be shown')
  return shown
})()
