import { type Color, type GameRecord, movesOf, opposite, outcome, tagOf } from '@hokito/rules'
import { useSignal } from '@preact/signals'
import { useTranslate } from '../../i18n/i18n.ts'
import { createReplayModel, type LoadedText } from '../../models/replay/replay-model.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { describeHgnError } from '../../words/errors.ts'
import { describeEnding } from '../../words/names.ts'
import { BalanceBar } from '../game/BalanceBar.tsx'
import { InspectableBoard } from '../game/InspectableBoard.tsx'
import { MoveList } from '../game/MoveList.tsx'
import { SeatCard } from '../game/SeatCard.tsx'
import { ReplayControls } from './ReplayControls.tsx'
import { ReplayLinks } from './ReplayLinks.tsx'
import { useReplayKeys } from './replay-keys.ts'

interface ReplayScreenProps {
  readonly record: GameRecord
  readonly loaded: LoadedText
  readonly index: number
  readonly onChoose: (index: number) => void
  readonly onClose: () => void
}

/** One record on the board, with everything to walk through it. */
export function ReplayScreen({ record, loaded, index, onChoose, onClose }: ReplayScreenProps) {
  const t = useTranslate()
  const { coordinates, animation } = useServices().settings.settings.value
  const model = useOwned(() => createReplayModel(record))
  const orientation = useSignal<Color>('black')
  const texts = useBoardTexts()
  const flip = () => {
    orientation.value = opposite(orientation.value)
  }
  useReplayKeys(model, flip)
  const position = model.position.value
  const over = outcome(position)
  const points = model.points[model.ply.value] ?? { black: 0, white: 0 }
  const lastMove = model.lastMove.value
  const card = (color: Color) => (
    <SeatCard
      color={color}
      name={tagOf(record, color === 'black' ? 'Black' : 'White') ?? t(`color.${color}`)}
      points={points[color]}
      movesLeft={movesOf(position, color).length}
      isTurn={over === undefined && position.turn === color}
      isThinking={false}
      clockMs={undefined}
    />
  )
  const isEnd = model.ply.value === model.last && record.ending !== undefined
  return (
    <div class="game replay">
      <h1 class="visually-hidden">{t('replay.title')}</h1>
      <div class="seat-far">{card(opposite(orientation.value))}</div>
      <div class="seat-near">{card(orientation.value)}</div>
      <div class="game-board">
        <InspectableBoard
          position={position}
          orientation={orientation.value}
          movable="none"
          lastMove={lastMove}
          isAnimated={animation}
          showCoordinates={coordinates}
          texts={texts}
          label={t('game.boardLabel')}
        />
      </div>
      <BalanceBar points={points} />
      <div class="status-line" data-testid="status" role="status">
        <p>
          {isEnd && record.ending !== undefined
            ? describeEnding(t, record.ending, over)
            : t('replay.position', { ply: model.ply.value, last: model.last })}
        </p>
      </div>
      <ReplayControls model={model} onFlip={flip} />
      <div class="moves">
        {loaded.records.length > 1 && (
          <select
            class="select"
            aria-label={t('replay.game')}
            value={index}
            onChange={(event) => onChoose(Number(event.currentTarget.value))}
          >
            {loaded.records.map((each, n) => (
              // The order of a file's games is all that tells them apart, and it never changes.
              <option key={`${n + 1}`} value={n}>
                {t('replay.gameName', {
                  n: n + 1,
                  black: tagOf(each, 'Black') ?? t('replay.unnamed'),
                  white: tagOf(each, 'White') ?? t('replay.unnamed'),
                })}
              </option>
            ))}
          </select>
        )}
        <MoveList
          moves={record.moves}
          firstTurn={model.firstTurn}
          ply={model.ply.value}
          onView={model.go}
        />
        {loaded.faults.length > 0 && (
          <details class="faults">
            <summary>{t('replay.faults', { count: loaded.faults.length })}</summary>
            <ul>
              {loaded.faults.map((fault) => (
                <li key={fault.game}>{describeHgnError(t, fault)}</li>
              ))}
            </ul>
          </details>
        )}
        <ReplayLinks model={model} orientation={orientation.value} onClose={onClose} />
      </div>
    </div>
  )
}
