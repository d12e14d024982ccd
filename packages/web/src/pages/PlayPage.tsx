import { type GameId, type GameView, gameIdSchema } from '@hokito/protocol'
import { type Position, SQUARES } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { DiagramBoard } from '../components/game/DiagramBoard.tsx'
import { GameLayout } from '../components/game/GameLayout.tsx'
import { BeforeDeal } from '../components/online/BeforeDeal.tsx'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { OnlineGameScreen } from '../components/online/OnlineGameScreen.tsx'
import type { PeopleParts } from '../components/online/PeopleInGame.tsx'
import { useOnline } from '../components/online/use-connection.ts'
import { useTournamentOf } from '../components/online/use-tournament-of.ts'
import { withTexts } from '../components/site/with-texts.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { createOnlineGame } from '../models/online/online-game.ts'
import { tournamentRoute } from '../models/tournaments/tournament-route.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { lazily } from '../ui/lazily.tsx'
import { useTitle } from '../ui/tab.ts'
import { describeRefusal } from '../words/online.ts'
import { withLocalNames } from '../words/players.ts'
import '../components/online/online.css'

/** An online game by its id, for its players, for watchers, and after its end for everyone. */
export function PlayPage({ id }: { id: string }) {
  const { data: game } = gameIdSchema.safeParse(id)
  return game === undefined ? <NoGame /> : <OneGame key={game} id={game} />
}

interface OneGameProps {
  readonly id: GameId
  /**
   * Called once the game has ended, again once a next game follows it, and without a game if it
   * cannot be shown.
   */
  readonly onOver?: (game: GameView | undefined) => void
}

/** An online game in full. */
export function OneGame({ id, onOver }: OneGameProps) {
  const t = useTranslate()
  const { model, connection } = useGame(id)
  const missing = model.missing.value
  const isOver = model.ending.value !== undefined || missing !== undefined
  const told = model.game.value
  useEffect(() => {
    if (isOver) onOver?.(told)
  }, [isOver, onOver, told])
  const game = told && withLocalNames(t, told)
  const record = model.record.value
  const tournament = useTournamentOf(told)
  useTitle(t('online.title'))
  if (game !== undefined && record !== undefined && model.phase.value === 'dividing') {
    return <DividingScreen model={model} connection={connection} game={game} record={record} />
  }
  if (game !== undefined && record !== undefined) {
    return (
      <OnlineGameScreen
        model={model}
        connection={connection}
        game={game}
        record={record}
        tournament={tournament}
        people={PEOPLE}
        Lines={Lines}
      />
    )
  }
  if (game !== undefined && model.phase.value === 'placing') {
    return <PlacingScreen model={model} connection={connection} game={game} />
  }
  if (game === undefined && missing === undefined) {
    return (
      <AwaitedGame title={t('online.game.loading')}>
        <ConnectionNotice connection={connection} />
      </AwaitedGame>
    )
  }
  return (
    <div class="page">
      {game !== undefined ? (
        <BeforeDeal {...{ model, game, tournament, connection }} people={PEOPLE} />
      ) : (
        <h1>{t('online.game.missing')}</h1>
      )}
      {game === undefined && missing !== undefined && <p>{describeRefusal(t, missing)}</p>}
      <ConnectionNotice connection={connection} />
      {tournament === undefined && <ToLobby />}
      {/* A game that was called off leads there itself. */}
      {tournament !== undefined && !isOver && (
        <a class="button" href={tournamentRoute(tournament.id)}>
          {t('online.game.toTournament')}
        </a>
      )}
    </div>
  )
}

interface AwaitedGameProps {
  /** For screen readers. */
  readonly title: string
  /** In the place of the status. */
  readonly children?: ComponentChildren
}

/** The page of a game before its game is known: everything that comes has its place already. */
export function AwaitedGame({ title, children }: AwaitedGameProps) {
  return (
    <GameLayout
      title={title}
      orientation="black"
      seatOf={() => <div class="seat" />}
      board={<DiagramBoard position={NO_PIECES} label={title} />}
      points={NO_POINTS}
      // Most games belong to a match, which takes a line.
      caption={'\u00a0'}
      status={<div class="status-line">{children}</div>}
      actions={<div class="actions actions-online" />}
      side={null}
    />
  )
}

// --- internal ---

const NO_POINTS = { black: 0, white: 0 } as const
const NO_PIECES: Position = {
  board: SQUARES.map(() => undefined),
  turn: 'black',
  endRule: 'either',
  compensation: 0,
}

/** The game that the page shows; the page leads to its next game by itself. */
function useGame(id: GameId) {
  const { randomBytes, tabStorage, deviceStorage } = useServices()
  const { connection, arrival } = useOnline()
  const model = useOwned(() => {
    return createOnlineGame(id, {
      connection,
      randomBytes,
      storage: tabStorage,
      lasting: deviceStorage,
    })
  })
  useEffect(() => arrival.leadOnFrom(model.game), [arrival, model])
  return { model, connection }
}

/** The board for placing pieces is loaded when a game needs it. */
const PlacingScreen = lazily(async () =>
  withTexts(['setup'], (await import('../components/online/PlacingScreen.tsx')).PlacingScreen),
)

/** Loaded when a game is divided. */
const DividingScreen = lazily(async () =>
  withTexts(['setup'], (await import('../components/online/DividingScreen.tsx')).DividingScreen),
)

/** Conditional lines and breaks, for correspondence games only. */
const Lines = lazily(async () =>
  withTexts(['lines'], (await import('../components/online/ConditionalMoves.tsx')).Correspondence),
)

/**
 * Components about people, loaded on demand. Talk is loaded once both players have switched it on.
 */
const PEOPLE: PeopleParts = {
  OfTournament: lazily(async () =>
    withTexts(
      ['tournaments'],
      (await import('../components/online/OfTournament.tsx')).OfTournament,
    ),
  ),
  Talk: lazily(async () =>
    withTexts(['account'], (await import('../components/online/PeopleInGame.tsx')).Talk),
  ),
  AboutOpponent: lazily(async () =>
    withTexts(['account'], (await import('../components/online/PeopleInGame.tsx')).AboutOpponent),
  ),
}

/** The id in the address cannot be one of a game, for example because the link was cut short. */
function NoGame() {
  const t = useTranslate()
  useTitle(t('online.title'))
  return (
    <div class="page">
      <h1>{t('online.game.missing')}</h1>
      <p>{describeRefusal(t, 'unknownGame')}</p>
      <ToLobby />
    </div>
  )
}

function ToLobby() {
  const t = useTranslate()
  return (
    <a class="button" href={ROUTES.online}>
      {t('online.game.lobby')}
    </a>
  )
}
