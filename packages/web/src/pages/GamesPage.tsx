import type { Challenge, ChallengeId, PlayerId } from '@hokito/protocol'
import { useEffect, useRef, useState } from 'preact/hooks'
import { PagePicture } from '../components/game/PagePicture.tsx'
import { ChallengeRow } from '../components/site/ChallengeRow.tsx'
import { DailyRow } from '../components/site/DailyRow.tsx'
import { GameRow } from '../components/site/GameRow.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import {
  createDailyStore,
  type DailyGame,
  finishedGames,
  runningGames,
} from '../models/daily/daily-store.ts'
import type { DamagedSave } from '../models/local/game-store.ts'
import type { LocalGame } from '../models/local/local-game.ts'
import { createPastGames, fetchGames, type PastGames } from '../models/online/past-games.ts'
import { type AnyGame, listGames } from '../models/site/all-games.ts'
import type { Online } from '../models/site/online.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { Icon } from '../ui/Icon.tsx'
import { useAddress } from '../ui/links.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import { opponentName } from '../words/games.ts'
import './games.css'

/** All the player's games, on this device and online: the running ones, then the finished. */
export function GamesPage() {
  const t = useTranslate()
  const device = useDeviceGames()
  const past = usePastGames()
  const { damaged } = device
  useTitle(t('gamesPage.title'))
  return (
    <div class="page games-page">
      <h1>{t('gamesPage.title')}</h1>
      <PagePicture ply={24} />
      {damaged.length > 0 && (
        <Notice
          text={t('homePage.damagedSaves', {
            count: damaged.length,
            keys: damaged.map(({ key }) => key).join(', '),
          })}
        />
      )}
      <Removed game={device.removed} hasNoRoom={device.hasNoRoom} onUndo={device.bringBack} />
      {/* All together, because later games would move the earlier ones. */}
      {past.isAnswered.value && <AllGames device={device} past={past} />}
    </div>
  )
}

// --- internal ---

/** The number of finished games shown at first, and added at each press. */
const STEP = 20

/** The games of this device. */
interface DeviceGames {
  readonly games: readonly LocalGame[]
  /** Games that cannot be read. */
  readonly damaged: readonly DamagedSave[]
  readonly daily: DailyGames
  /** The game deleted last, while it can be restored. */
  readonly removed: LocalGame | undefined
  /** Is there no room any more for the deleted game? */
  readonly hasNoRoom: boolean
  readonly remove: (game: LocalGame) => void
  readonly bringBack: (game: LocalGame) => void
}

interface DailyGames {
  readonly running: readonly DailyGame[]
  readonly finished: readonly DailyGame[]
}

function useDeviceGames(): DeviceGames {
  const { store, now, deviceStorage } = useServices()
  const [daily] = useState(() => {
    const ours = createDailyStore(deviceStorage).list()
    return { running: runningGames(ours, now()), finished: finishedGames(ours) }
  })
  const [listed, setListed] = useState(() => store.list())
  const [removed, setRemoved] = useState<LocalGame | undefined>(undefined)
  const [hasNoRoom, setHasNoRoom] = useState(false)
  return {
    ...listed,
    daily,
    removed,
    hasNoRoom,
    remove: (game: LocalGame) => {
      store.remove(game.id)
      setHasNoRoom(false)
      setRemoved(game)
      setListed(store.list())
    },
    bringBack: (game: LocalGame) => {
      const isBack = store.takeIn([game])
      setHasNoRoom(!isBack)
      if (!isBack) return
      setRemoved(undefined)
      setListed(store.list())
    },
  }
}

/**
 * The player's games and challenges on the server. Loads them now, and again whenever a game of the
 * player's has changed or a challenge has come or gone.
 */
function usePastGames(): PastGames {
  const { online } = useServices()
  const [past] = useState(() => createPastGames(fetchGames))
  const live = online.value?.ownGames.running.value
  const waiting = online.value?.ownChallenges.open.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has gone on is the occasion.
  useEffect(() => void past.reload(), [past, live, waiting])
  return past
}

interface AllGamesProps {
  readonly device: DeviceGames
  readonly past: PastGames
}

/** The lists, once the server has answered or failed to. */
function AllGames({ device, past }: AllGamesProps) {
  const t = useTranslate()
  const online = useServices().online.value
  const [shown, setShown] = useState(STEP)
  const { daily } = device
  const player = past.player.value?.id
  const hasMore = past.next.value !== undefined
  const { running, finished } = listGames({
    local: device.games,
    running: past.running.value,
    finished: past.finished.value,
    hasMore,
    player,
  })
  const showMore = () => {
    setShown(shown + STEP)
    if (hasMore && finished.length < shown + STEP) void past.more()
  }
  const challenges = past.challenges.value
  const awaiting = running.length + daily.running.length + challenges.length
  const isEmpty = awaiting + finished.length + daily.finished.length === 0
  const list = { player, onRemove: device.remove }
  return (
    <>
      {past.hasFailed.value && <Unanswered onAskAgain={() => void past.reload()} />}
      {isEmpty && !past.hasFailed.value && <p class="lead">{t('gamesPage.none')}</p>}
      {/* A player with running games sees those first. */}
      {awaiting === 0 && <WaysToPlay />}
      {challenges.length > 0 && <ChallengeSection challenges={challenges} online={online} />}
      <GameSection
        title={t('gamesPage.runningTitle')}
        games={running}
        daily={daily.running}
        {...list}
      />
      <GameSection
        title={t('gamesPage.finishedTitle')}
        games={finished.slice(0, shown)}
        daily={daily.finished}
        {...list}
      />
      {(hasMore || finished.length > shown) && (
        <button type="button" class="button" onClick={showMore}>
          {t('gamesPage.more')}
        </button>
      )}
      <WaysOn />
    </>
  )
}

/** What this page is, and where to find other games. */
function WaysOn() {
  const t = useTranslate()
  const at = useAddress()
  return (
    <p class="note">
      {t('gamesPage.lead')}{' '}
      <span class="ways-on">
        <a href={ROUTES.replay}>{t('replay.title')}</a>
        <a href={at(ROUTES.explorer)}>{t('explorer.title')}</a>
      </span>
    </p>
  )
}

interface RemovedProps {
  /** The game deleted last, while it can be restored. */
  readonly game: LocalGame | undefined
  readonly hasNoRoom: boolean
  readonly onUndo: (game: LocalGame) => void
}

/** The game just deleted, with a button to restore it. */
function Removed({ game, hasNoRoom, onUndo }: RemovedProps) {
  const t = useTranslate()
  const undo = useRef<HTMLButtonElement>(null)
  // The pressed button has disappeared with its game.
  useEffect(() => {
    if (game !== undefined) undo.current?.focus()
  }, [game])
  return (
    <div class={game === undefined ? 'visually-hidden' : 'notice-calm'} role="status">
      {game !== undefined && (
        <>
          <p>
            {t('gamesPage.deleted', { name: opponentName(t, { kind: 'local', game }, undefined) })}
          </p>
          <button ref={undo} type="button" class="button button-small" onClick={() => onUndo(game)}>
            {t('game.undo')}
          </button>
          {hasNoRoom && <p class="fault">{t('gamesPage.noRoom')}</p>}
        </>
      )}
    </div>
  )
}

/** Shown if the server has not answered, so that only games of this device are listed. */
function Unanswered({ onAskAgain }: { onAskAgain: () => void }) {
  const t = useTranslate()
  return (
    <div class="notice-calm" role="status">
      <p>{t('gamesPage.offline')}</p>
      <button type="button" class="button button-small" onClick={onAskAgain}>
        {t('notice.tryAgain')}
      </button>
    </div>
  )
}

function WaysToPlay() {
  const t = useTranslate()
  return (
    <div class="button-row">
      <a class="button button-main" href={ROUTES.newGame}>
        {t('game.newGame')}
      </a>
      <a class="button" href={ROUTES.online}>
        {t('home.online')}
      </a>
    </div>
  )
}

interface ChallengeSectionProps {
  readonly challenges: readonly Challenge[]
  readonly online: Online | undefined
}

/** The player's open challenges. Without a connection they cannot be withdrawn. */
function ChallengeSection({ challenges, online }: ChallengeSectionProps) {
  const t = useTranslate()
  const withdraw = (id: ChallengeId) => online && (() => void online.ownChallenges.withdraw(id))
  return (
    <section class="games">
      <h2>{t('gamesPage.waitingTitle')}</h2>
      <ul class="card-list">
        {challenges.map((challenge) => (
          <ChallengeRow
            key={challenge.id}
            challenge={challenge}
            onWithdraw={withdraw(challenge.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface GameSectionProps {
  readonly title: string
  readonly games: readonly AnyGame[]
  /** Games of the day, which come after the others. */
  readonly daily: readonly DailyGame[]
  readonly player: PlayerId | undefined
  /** Deletes a game of this device. */
  readonly onRemove: (game: LocalGame) => void
}

/** A list of games; nothing if there are none. */
function GameSection({ title, games, daily, player, onRemove }: GameSectionProps) {
  const t = useTranslate()
  if (games.length + daily.length === 0) return null
  return (
    <section class="games">
      <h2>{title}</h2>
      <ul class="card-list">
        {games.map((listed) => (
          <GameRow key={`${listed.kind} ${listed.game.id}`} listed={listed} player={player}>
            {listed.kind === 'local' && (
              <button
                type="button"
                class="button button-quiet"
                aria-label={t('gamesPage.deleteOne', { name: opponentName(t, listed, player) })}
                title={t('games.delete')}
                onClick={() => onRemove(listed.game)}
              >
                <Icon name="bin" />
              </button>
            )}
          </GameRow>
        ))}
        {daily.map((game) => (
          <DailyRow key={`${game.day} ${game.level}`} game={game} />
        ))}
      </ul>
    </section>
  )
}
