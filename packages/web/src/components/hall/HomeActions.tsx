import type { GameSummary } from '@hokito/protocol'
import { type Color, formatRecord, type GameRecord } from '@hokito/rules'
import type { ComponentChild } from 'preact'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { marginOfDaily } from '../../models/daily/daily-store.ts'
import { LESSON_IDS } from '../../models/learn/lesson-ids.ts'
import { isUntouched, type LocalGame, livePosition } from '../../models/local/local-game.ts'
import type { NextLevel } from '../../models/local/next-level.ts'
import { HIGHEST_LEVEL } from '../../models/local/seat.ts'
import { quickTerms, startGame } from '../../models/local/start-game.ts'
import { gameRoute, lessonRoute, playRoute, ROUTES, reviewRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { DrawnIcon, Icon } from '../../ui/Icon.tsx'
import { useAddress } from '../../ui/links.ts'
import { BOOK, CALENDAR } from '../../ui/page-icons.ts'
import { seatName } from '../../words/names.ts'
import { shownName } from '../../words/shown-name.ts'
import { formatSigned } from '../../words/signed.ts'
import { PaintedBoard } from '../game/PaintedBoard.tsx'
import { LastOnline } from './lazy-parts.ts'
import { OwnTournament } from './OwnTournament.tsx'
import type { History } from './use-history.ts'
import { WideLink } from './WideLink.tsx'

interface HomeActionsProps {
  readonly history: History
  /** Whether the player should learn first. */
  readonly isNew: boolean
}

/** The ways to a game, the likeliest first: it alone is filled. */
export function HomeActions({ history, isNew }: HomeActionsProps) {
  const t = useTranslate()
  const at = useAddress()
  const { online } = useServices()
  const [awaited] = online.value?.ownGames.running.value ?? []
  const local = history.running
  const reviewed = awaited === undefined ? lastFinished(history) : undefined
  const hasLessons = !isNew && (awaited === undefined || local !== undefined)
  return (
    <div class="home-actions">
      <FirstWay awaited={awaited} local={local} next={history.next} isNew={isNew} />
      {local !== undefined && <PlayNow next={history.next} />}
      <OwnTournament>{hasLessons ? <LearnLink /> : <PlayNow next={history.next} />}</OwnTournament>
      <DailyLink history={history} />
      <div class="home-pair">
        <a class="button" href={at(ROUTES.online)}>
          {t('home.online')}
        </a>
        <a class="button" href={ROUTES.invite}>
          {t('home.invite')}
        </a>
      </div>
      <div class="home-choose">
        <a class="button button-text" href={`${ROUTES.newGame}?opponent=computer`}>
          {t('homePage.custom')}
        </a>
        {reviewed !== undefined && (
          <a class="button button-text" href={reviewRoute(formatRecord(reviewed))}>
            {t('homePage.review')}
          </a>
        )}
        {online.value !== undefined && <LastOnline />}
      </div>
    </div>
  )
}

// --- internal ---

/** The last game of this device if it is over, and if it has moves to review. */
function lastFinished({ games }: History): GameRecord | undefined {
  const record = games.find((game) => !isUntouched(game))?.record
  return record?.ending !== undefined && record.moves.length > 0 ? record : undefined
}

interface FirstWayProps {
  /** The running online game that waits first; known only when the server has answered. */
  readonly awaited: GameSummary | undefined
  readonly local: LocalGame | undefined
  readonly next: NextLevel
  readonly isNew: boolean
}

/**
 * A game to continue, or else the first lesson or a new game. An online game cannot wait, so it
 * comes first; then another way gives up its place, and nothing moves.
 */
function FirstWay({ awaited, local, next, isNew }: FirstWayProps) {
  if (awaited !== undefined) return <ContinueOnline game={awaited} hasRoom={local !== undefined} />
  if (local !== undefined) return <ContinueLocal game={local} />
  return isNew ? <LearnLink isMain /> : <PlayNow next={next} isMain />
}

interface PlayNowProps {
  readonly next: NextLevel
  readonly isMain?: boolean
}

/** Starts a game against the computer at the level that fits the last results. */
function PlayNow({ next, isMain = false }: PlayNowProps) {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  const { level, after } = next
  if (!services.hasComputer) return <p class="note">{t('notice.noComputer')}</p>
  const note = () => {
    if (level === 'best') return t('homePage.levelBest')
    if (after === 'won') return t('homePage.levelUp', { level })
    if (after === 'lost') return t('homePage.levelDown', { level })
    return t('homePage.level', { level, most: HIGHEST_LEVEL })
  }
  return (
    <button
      type="button"
      class={`button button-wide${isMain ? ' button-main' : ''}`}
      onClick={() => route(gameRoute(startGame(services, quickTerms(services, level))))}
    >
      <Icon name="computer" />
      <span>
        {t('home.playNow')}
        <small>{note()}</small>
      </span>
    </button>
  )
}

/** Today's game for everyone, and the player's result once it is over. */
function DailyLink({ history }: { readonly history: History }) {
  const t = useTranslate()
  const at = useAddress()
  const played = history.daily.findLast(
    ({ day, fate }) => day === history.today && fate.kind !== 'running',
  )
  const margin = played && marginOfDaily(played)
  return (
    <WideLink
      href={at(ROUTES.daily)}
      icon={<DrawnIcon path={CALENDAR} />}
      title={t('nav.daily')}
      note={
        played === undefined || margin === undefined
          ? t('homePage.dailyNote')
          : t('homePage.dailyDone', { margin: formatSigned(margin), level: played.level })
      }
    />
  )
}

interface ContinueOnlineProps {
  readonly game: GameSummary
  /** Whether it takes the place of a game with a board. */
  readonly hasRoom: boolean
}

function ContinueOnline({ game, hasRoom }: ContinueOnlineProps) {
  const t = useTranslate()
  const player = useServices().online.value?.connection.player.value?.id
  const nameOf = (color: Color) => {
    const seat = game.seats[color]
    return seat.id === player ? t('game.you') : shownName(seat)
  }
  const icon = <Icon name="play" />
  return (
    <ContinueLink href={playRoute(game.id)} nameOf={nameOf}>
      {hasRoom ? <span class="hall-board">{icon}</span> : icon}
    </ContinueLink>
  )
}

/** A game of this device. */
function ContinueLocal({ game }: { readonly game: LocalGame }) {
  const t = useTranslate()
  return (
    <ContinueLink href={gameRoute(game.id)} nameOf={(color) => seatName(t, game, color)}>
      <span class="hall-board">
        <PaintedBoard position={livePosition(game)} size={BOARD} alt="" />
      </span>
    </ContinueLink>
  )
}

interface ContinueLinkProps {
  readonly href: string
  readonly nameOf: (color: Color) => string
  readonly children: ComponentChild
}

function ContinueLink({ href, nameOf, children }: ContinueLinkProps) {
  const t = useTranslate()
  return (
    <a class="button button-main button-wide" href={href}>
      {children}
      <span>
        {t('homePage.continue')}
        <small>{t('home.versus', { black: nameOf('black'), white: nameOf('white') })}</small>
      </span>
    </a>
  )
}

/** In pixels, for fine screens. */
const BOARD = 160

/** A link to the lessons or, once some are done, to the next one. */
function LearnLink({ isMain = false }: { isMain?: boolean }) {
  const t = useTranslate()
  const at = useAddress()
  const done = useServices().progress.done.value
  const next = LESSON_IDS.findIndex((id) => !done.has(id))
  const begun = done.size === 0 ? undefined : LESSON_IDS[next]
  return (
    <WideLink
      href={at(begun === undefined ? ROUTES.learn : lessonRoute(begun))}
      icon={<DrawnIcon path={BOOK} />}
      title={begun === undefined ? t('home.learn') : t('homePage.learnOn', { n: next + 1 })}
      note={
        begun === undefined
          ? t('homePage.learnNote')
          : t('homePage.learnOnNote', { done: done.size, count: LESSON_IDS.length })
      }
      isMain={isMain}
    />
  )
}
