import type { Color } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { DiagramBoard } from '../components/game/DiagramBoard.tsx'
import { WhenUsed } from '../components/game/WhenUsed.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { LESSON_IDS } from '../models/learn/lesson-ids.ts'
import { createKeptForm, quickLevel } from '../models/local/kept-form.ts'
import { isUntouched, type LocalGame } from '../models/local/local-game.ts'
import { HIGHEST_LEVEL } from '../models/local/seat.ts'
import { quickTerms, startGame } from '../models/local/start-game.ts'
import { examplePosition } from '../models/replay/example-game.ts'
import { gameRoute, lessonRoute, playRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { DrawnIcon, Icon } from '../ui/Icon.tsx'
import { useAddress } from '../ui/links.ts'
import { Notice } from '../ui/Notice.tsx'
import { BOOK, GLOBE, PAIR } from '../ui/page-icons.ts'
import { useTitle } from '../ui/tab.ts'
import { seatName } from '../words/names.ts'
import { shownName } from '../words/shown-name.ts'

/** The first page: one press starts a game. */
export function HomePage() {
  const t = useTranslate()
  const at = useAddress()
  const services = useServices()
  const { route } = useLocation()
  const { games, damaged } = useMemo(() => services.store.list(), [services])
  const running = games.find((game) => game.record.ending === undefined && !isUntouched(game))
  useTitle(t('home.title'))
  const level = useMemo(() => quickLevel(createKeptForm(() => localStorage)), [])
  // A player who has played, or has done all lessons, need not read first what the game is.
  const isNew =
    games.length === 0 &&
    !services.progress.isComplete() &&
    !services.settings.settings.value.knowsGoal
  const playNow = () => route(gameRoute(startGame(services, quickTerms(services, level))))
  return (
    <div class="home">
      {damaged.length > 0 && (
        <Notice
          text={t('homePage.damagedSaves', {
            count: damaged.length,
            keys: damaged.map(({ key }) => key).join(', '),
          })}
        />
      )}
      {services.settings.damagedKey !== undefined && (
        <Notice text={t('homePage.damagedSettings', { key: services.settings.damagedKey })} />
      )}
      <div class="home-words">
        <h1>{t('homePage.headline')}</h1>
        <p class="lead">{t('homePage.lead')}</p>
        <div class="home-actions">
          {running !== undefined && <ContinueLink game={running} />}
          {isNew && <LearnLink isMain />}
          {services.hasComputer ? (
            <button
              type="button"
              class={`button button-wide${isNew || running ? '' : ' button-main'}`}
              onClick={playNow}
            >
              <Icon name="computer" />
              <span>
                {t('home.playNow')}
                <small>
                  {level === 'best'
                    ? t('homePage.playNowBest')
                    : t('homePage.playNowNote', { level, most: HIGHEST_LEVEL })}
                </small>
              </span>
            </button>
          ) : (
            <p class="note">{t('notice.noComputer')}</p>
          )}
          {/* Next to the button that it changes, and in the first view however many buttons
              there are. */}
          <a class="home-choose" href={`${ROUTES.newGame}?opponent=computer`}>
            {t('homePage.custom')}
          </a>
          <a class="button button-wide" href={at(ROUTES.online)}>
            <DrawnIcon path={GLOBE} />
            <span>
              {t('home.online')}
              <small>{t('homePage.onlineNote')}</small>
            </span>
          </a>
          <a class="button button-wide" href={ROUTES.invite}>
            <Icon name="friends" />
            <span>
              {t('home.invite')}
              <small>{t('homePage.inviteNote')}</small>
            </span>
          </a>
          {!isNew && <LearnLink />}
          <a class="button button-wide" href={`${ROUTES.newGame}?opponent=friend`}>
            <DrawnIcon path={PAIR} />
            <span>
              {t('home.friend')}
              <small>{t('homePage.friendNote')}</small>
            </span>
          </a>
          <a class="button button-wide" href={ROUTES.replay}>
            <Icon name="open" />
            <span>
              {t('replay.title')}
              <small>{t('homePage.replayNote')}</small>
            </span>
          </a>
        </div>
        <p class="home-more">
          <a class="button" href={at(ROUTES.daily)}>
            {t('nav.daily')}
          </a>
          <a class="button" href={at(ROUTES.puzzles)}>
            {t('nav.puzzles')}
          </a>
          <a class="button" href={ROUTES.analysis}>
            {t('nav.analysis')}
          </a>
          <a class="button" href={ROUTES.games}>
            {t('homePage.allGames')}
          </a>
        </p>
      </div>
      {/* Inert, because it is only a picture, which nobody should try to play. */}
      <div class="home-board" inert>
        <WhenUsed>{() => <ExampleBoard />}</WhenUsed>
      </div>
    </div>
  )
}

// --- internal ---

/**
 * Continues a game of this device. If an online game is running it links to that instead, because
 * that cannot wait; the list of all games still has the local one.
 */
function ContinueLink({ game }: { readonly game: LocalGame }) {
  const t = useTranslate()
  const online = useServices().online.value
  const [awaited] = online?.ownGames.running.value ?? []
  const player = online?.connection.player.value?.id
  const nameOf = (color: Color) => {
    if (awaited === undefined) return seatName(t, game, color)
    const seat = awaited.seats[color]
    return seat.id === player ? t('game.you') : shownName(seat)
  }
  return (
    <a
      class="button button-main button-wide"
      href={awaited === undefined ? gameRoute(game.id) : playRoute(awaited.id)}
    >
      <Icon name="play" />
      <span>
        {t('homePage.continue')}
        <small>{t('home.versus', { black: nameOf('black'), white: nameOf('white') })}</small>
      </span>
    </a>
  )
}

/** A link to the lessons or, once some are done, to the next one. */
function LearnLink({ isMain = false }: { isMain?: boolean }) {
  const t = useTranslate()
  const at = useAddress()
  const done = useServices().progress.done.value
  const next = LESSON_IDS.findIndex((id) => !done.has(id))
  const begun = done.size === 0 ? undefined : LESSON_IDS[next]
  return (
    <a
      class={`button button-wide${isMain ? ' button-main' : ''}`}
      href={at(begun === undefined ? ROUTES.learn : lessonRoute(begun))}
    >
      <DrawnIcon path={BOOK} />
      <span>
        {begun === undefined ? t('home.learn') : t('homePage.learnOn', { n: next + 1 })}
        <small>
          {begun === undefined
            ? t('homePage.learnNote')
            : t('homePage.learnOnNote', { done: done.size, count: LESSON_IDS.length })}
        </small>
      </span>
    </a>
  )
}

function ExampleBoard() {
  const t = useTranslate()
  return <DiagramBoard position={useMemo(examplePosition, [])} label={t('homePage.boardLabel')} />
}
