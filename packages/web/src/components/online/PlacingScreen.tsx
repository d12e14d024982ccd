import type { GameView } from '@hokito/protocol'
import { COLORS, type Color, opposite } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import { emptyPosition } from '../../models/game/setup-model.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { useTabSign, useTitle } from '../../ui/tab.ts'
import { shownName } from '../../words/shown-name.ts'
import { formatClock } from '../game/SeatCard.tsx'
import { PlacedBoard } from '../setup/PlacedBoard.tsx'
import { SetupScreen } from '../setup/SetupScreen.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { OnlineNotice } from './OnlineNotice.tsx'
import { useTicking } from './use-ticking.ts'

interface PlacingScreenProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
}

/** An online game while both players place their own pieces. It shows nothing of the opponent's. */
export function PlacingScreen({ model, connection, game }: PlacingScreenProps) {
  const t = useTranslate()
  const own = model.own.value
  const { setup, placed, isReady, ready } = model.placing
  const isOurs = own !== undefined && !isReady.value && placed.value === undefined
  useTabSign(isOurs ? 'turn' : undefined)
  const status = (
    <>
      <ConnectionNotice connection={connection} />
      <PlacingStatus model={model} game={game} isOurs={isOurs} />
      <OnlineNotice model={model} />
    </>
  )
  if (!isOurs || setup.value === undefined) {
    return <Waiting model={model} game={game} status={status} />
  }
  const other = opposite(own)
  return (
    <SetupScreen
      model={setup.value}
      title={t('games.place')}
      orientation={own}
      covered={game.placed?.[other] === undefined ? undefined : other}
      doneLabel={t('online.placing.go')}
      onDone={ready}
      onBack={() => void model.abort()}
      backLabel={t('online.game.abort')}
      status={status}
    />
  )
}

// --- internal ---

/** Who is ready, and how much time is left. */
function PlacingStatus({
  model,
  game,
  isOurs,
}: Pick<PlacingScreenProps, 'model' | 'game'> & { readonly isOurs: boolean }) {
  const t = useTranslate()
  const leftMs = useTicking(model.placing.leftMs, true)
  return (
    <div class="placing-status">
      <div role="status" data-testid="placing">
        {sentences(t, model.own.value, game, isOurs).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {leftMs !== undefined && (
        <p class="note" role="timer">
          {t('online.placing.left', { time: formatClock(leftMs) })}
        </p>
      )}
    </div>
  )
}

function sentences(
  t: ReturnType<typeof useTranslate>,
  own: Color | undefined,
  { seats, placed = {} }: GameView,
  isOurs: boolean,
): readonly string[] {
  const names = { black: shownName(seats.black), white: shownName(seats.white) }
  if (own === undefined) {
    const ready = COLORS.filter((color) => placed[color] !== undefined)
    return [
      t('online.placing.both', names),
      ...ready.map((color) => t('online.placing.ready', { name: names[color] })),
    ]
  }
  const other = opposite(own)
  const name = names[other]
  if (!isOurs) return [t('online.placing.waiting', { name })]
  return [t(`online.placing.${placed[other] === undefined ? 'theirs' : 'ready'}`, { name })]
}

/** The board of a player who is ready, with their own side, or of a watcher, with neither side. */
function Waiting({
  model,
  game,
  status,
}: Pick<PlacingScreenProps, 'model' | 'game'> & { readonly status: ComponentChildren }) {
  const t = useTranslate()
  const own = model.own.value
  const { seats, placed = {}, terms } = game
  const title = t('online.versus', { black: shownName(seats.black), white: shownName(seats.white) })
  useTitle(title)
  return (
    <div class="setup">
      <div class="setup-head">
        <h1>{title}</h1>
        {status}
      </div>
      <PlacedBoard
        position={model.placing.placed.value ?? emptyPosition(terms.endRule)}
        orientation={own ?? 'black'}
        hidden={COLORS.filter((color) => color !== own).map((color) => ({
          color,
          isPlaced: placed[color] !== undefined,
        }))}
      />
      {own !== undefined && (
        <div class="setup-side">
          <div class="button-row">
            <button type="button" class="button" onClick={() => void model.abort()}>
              {t('online.game.abort')}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
