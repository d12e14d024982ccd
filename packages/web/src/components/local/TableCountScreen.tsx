import {
  COLORS,
  formatSquare,
  leader,
  type Piece,
  type Position,
  SQUARE_COUNT,
  type Square,
  single,
  totals,
  VALUES,
} from '@hokito/rules'
import { useRef, useState } from 'preact/hooks'
import { BoardDrawing, StackDrawing } from '../../board/index.ts'
import { SquareGrid } from '../../board/SquareGrid.tsx'
import { WALKING_KEYS, walkFrom } from '../../board/state.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'
import {
  countedPosition,
  EMPTY_COUNT,
  lowered,
  piecesIn,
  tapped,
  withoutStack,
} from '../../models/local/table-count.ts'
import type { TableModel } from '../../models/local/table-game.ts'
import { ROUTES, tableRoute } from '../../routes.ts'
import { useTitle } from '../../ui/tab.ts'
import { pieceWords, useBoardTexts } from '../../words/board-texts.ts'
import { describeEnd } from '../../words/game-end.ts'
import { CompensationInput } from '../game/CompensationInput.tsx'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import '../../board/board.css'
import '../setup/setup.css'

/** Counts the stacks of a game with wooden pieces: the tops and heights are tapped in. */
export function TableCountScreen({ table }: { readonly table: TableModel }) {
  const t = useTranslate()
  const { counted, compensation } = table.game.value
  const [top, setTop] = useState<Piece>({ color: 'black', value: 3 })
  const { last, isFull, tap, take } = useTaps(table, top)
  const [isAsking, setAsking] = useState(false)
  const position = countedPosition(counted, compensation)
  const pieces = piecesIn(counted)
  useTitle(t('table.count'))
  const isOn = last !== undefined && counted[last] !== undefined
  return (
    <div class="setup table-count">
      <div class="setup-head">
        <h1>{t('table.count')}</h1>
        <p class="note">{t('table.countLead')}</p>
      </div>
      <div class="setup-board">
        <Tops top={top} onChoose={setTop} />
        <CountBoard
          position={position}
          chosen={isOn ? last : undefined}
          onTap={tap}
          onTake={take}
        />
      </div>
      <div class="setup-side">
        <TakeButtons square={isOn ? last : undefined} onTake={take} />
        <div role="status" class="table-result">
          {isFull && <p class="fault">{t('table.full')}</p>}
          <Result position={position} pieces={pieces} last={last} />
        </div>
        <CompensationInput
          value={compensation}
          onChange={(points) => table.change({ compensation: points })}
        />
        <WaysOn isEmpty={pieces === 0} onClear={() => setAsking(true)} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('table.clearTitle')}
          text={t('table.clearText')}
          yes={t('table.clear')}
          onYes={() => table.change({ counted: EMPTY_COUNT })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

// --- internal ---

/** Takes one piece or the whole stack from a square. */
type Take = (square: Square, how: typeof lowered) => void

/** Puts tops on squares and takes them away; a top that would be one piece too many is refused. */
function useTaps(table: TableModel, top: Piece) {
  const { counted } = table.game.value
  const [last, setLast] = useState<Square | undefined>(undefined)
  const [isFull, setFull] = useState(false)
  const tap = (square: Square) => {
    const next = tapped(counted, square, top)
    setFull(next === undefined)
    setLast(square)
    if (next !== undefined) table.change({ counted: next })
  }
  const take: Take = (square, how) => {
    setFull(false)
    table.change({ counted: how(counted, square) })
  }
  return { last, isFull, tap, take }
}

interface TakeButtonsProps {
  /** The stack to take from; undefined if none is chosen. */
  readonly square: Square | undefined
  readonly onTake: Take
}

function TakeButtons({ square, onTake }: TakeButtonsProps) {
  const t = useTranslate()
  const button = (words: string, how: Parameters<Take>[1]) => (
    <button
      type="button"
      class="button"
      disabled={square === undefined}
      onClick={() => square !== undefined && onTake(square, how)}
    >
      {words}
    </button>
  )
  return (
    <div class="button-row">
      {button(t('table.lower'), lowered)}
      {button(t('table.remove'), withoutStack)}
    </div>
  )
}

interface WaysOnProps {
  /** Whether nothing has been counted yet. */
  readonly isEmpty: boolean
  readonly onClear: () => void
}

/** Ways to count again and to leave the count. */
function WaysOn({ isEmpty, onClear }: WaysOnProps) {
  const t = useTranslate()
  return (
    <div class="button-row">
      <button type="button" class="button" disabled={isEmpty} onClick={onClear}>
        {t('table.clear')}
      </button>
      <a class="button" href={tableRoute('clock')}>
        {t('terms.clock')}
      </a>
      <a class="button" href={ROUTES.table}>
        {t('table.back')}
      </a>
    </div>
  )
}

interface ResultProps {
  readonly position: Position
  /** How many pieces have been counted. */
  readonly pieces: number
  /** The square tapped last. */
  readonly last: Square | undefined
}

/** What has been counted so far and, once all pieces have, who won. */
function Result({ position, pieces, last }: ResultProps) {
  const t = useTranslate()
  const ending = { kind: 'stuck', winner: leader(totals(position)) } as const
  return (
    <>
      <p>
        {t('table.pieces', { done: pieces, all: SQUARE_COUNT })}
        {last !== undefined && <LastTapped position={position} square={last} />}
      </p>
      <Sums position={position} />
      {pieces === SQUARE_COUNT && (
        <p>
          <strong>
            {describeEnd(t, { ending, last: position, own: undefined, names: undefined })}
          </strong>
        </p>
      )}
    </>
  )
}

interface TopsProps {
  readonly top: Piece
  readonly onChoose: (top: Piece) => void
}

/** The six tops that a stack can have; one of them is in hand. */
function Tops({ top, onChoose }: TopsProps) {
  const t = useTranslate()
  const words = pieceWords(t, undefined)
  return (
    <fieldset class="setup-tray table-tops">
      <legend class="visually-hidden">{t('table.tops')}</legend>
      {COLORS.flatMap((color) =>
        VALUES.map((value) => (
          <button
            key={color + value}
            type="button"
            class="button tray-piece"
            aria-pressed={top.color === color && top.value === value}
            aria-label={words({ color, value })}
            onClick={() => onChoose({ color, value })}
          >
            <svg viewBox="-41 -45 90 90" width="40" height="40" aria-hidden="true">
              <StackDrawing stack={single({ color, value })} at={{ x: 0, y: 0 }} />
            </svg>
          </button>
        )),
      )}
    </fieldset>
  )
}

interface CountBoardProps {
  readonly position: Position
  readonly chosen: Square | undefined
  readonly onTap: (square: Square) => void
  readonly onTake: Take
}

function CountBoard({ position, chosen, onTap, onTake }: CountBoardProps) {
  const t = useTranslate()
  const texts = useBoardTexts()
  const board = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<Square>(0)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const walking = WALKING_KEYS.find((each) => each === event.key)
    if (walking !== undefined) {
      const next = walkFrom(cursor, 'black', walking)
      setCursor(next)
      board.current?.querySelector<HTMLElement>(`[data-square="${formatSquare(next)}"]`)?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') onTap(cursor)
    else if (event.key === '-') onTake(cursor, lowered)
    else if (event.key === 'Delete' || event.key === 'Backspace') onTake(cursor, withoutStack)
    else return
    event.preventDefault()
  }
  return (
    <div class="board" ref={board}>
      <BoardDrawing
        position={position}
        orientation="black"
        showCoordinates={true}
        chosen={chosen}
      />
      <SquareGrid
        orientation="black"
        cursor={cursor}
        cellOf={(square) => ({
          label: texts.square({
            square,
            stack: position.board[square],
            state: undefined,
            landings: undefined,
          }),
          isChosen: square === chosen,
          isMovable: true,
          isLanding: false,
        })}
        label={t('game.boardLabel')}
        onKeyDown={onKeyDown}
        onPress={onTap}
        onFocus={setCursor}
        onInspect={(square) => onTake(square, lowered)}
      />
    </div>
  )
}

/** The stack tapped last, for those who do not see the board. */
function LastTapped({ position, square }: { position: Position; square: Square }) {
  const { square: wordsOf } = useBoardTexts()
  const stack = position.board[square]
  return (
    <span class="visually-hidden">
      {` ${wordsOf({ square, stack, state: undefined, landings: undefined })}`}
    </span>
  )
}

function Sums({ position }: { position: Position }) {
  const t = useTranslate()
  const points = totals(position)
  return (
    <dl class="table-sums">
      {COLORS.map((color) => (
        <div key={color}>
          <dt>
            <span class={`disc disc-${color}`} aria-hidden="true" /> {t(`color.${color}`)}
          </dt>
          <dd data-testid={`points-${color}`}>{formatPoints(points[color])}</dd>
        </div>
      ))}
    </dl>
  )
}
