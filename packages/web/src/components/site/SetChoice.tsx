import { type BoardName, PICTURE_THEMES, type PiecesName, SETS_OF } from '@hokito/picture/parts'
import {
  type Color,
  formatSquare,
  opposite,
  type Position,
  parseSquare,
  SQUARES,
  type Square,
  type Stack,
  single,
  stackOnto,
  type Value,
} from '@hokito/rules'
import { useId, useMemo } from 'preact/hooks'
import { BoardDrawing, Definitions, PaintsContext, sitePaints } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import {
  BOARD_CHOICES,
  type BoardChoice,
  PIECES_CHOICES,
  type PiecesChoice,
  type Settings,
} from '../../models/device/settings.ts'
import { Choice } from '../../ui/Choice.tsx'
import '../../board/board.css'

interface SetChoiceProps {
  readonly current: Settings
  readonly change: (changes: Partial<Settings>) => void
}

/** The choice of a board and of pieces, each shown as a small board in the current theme. */
export function SetChoice({ current, change }: SetChoiceProps) {
  const t = useTranslate()
  const own = ownSets()
  const boardOf = (board: BoardChoice) => (board === 'theme' ? own.board : board)
  const piecesOf = (pieces: PiecesChoice) => (pieces === 'theme' ? own.pieces : pieces)
  return (
    <>
      <Choice
        legend={t('settings.board')}
        columns={2}
        options={BOARD_CHOICES.map((board) => ({
          value: board,
          label: t(`settings.boards.${board}`),
          picture: <SmallBoard board={boardOf(board)} pieces={piecesOf(current.pieces)} />,
        }))}
        value={current.board}
        onChange={(board) => change({ board })}
      />
      <Choice
        legend={t('settings.pieces')}
        columns={2}
        options={PIECES_CHOICES.map((pieces) => ({
          value: pieces,
          label: t(`settings.sets.${pieces}`),
          picture: <SmallBoard board={boardOf(current.board)} pieces={piecesOf(pieces)} />,
        }))}
        value={current.pieces}
        onChange={(pieces) => change({ pieces })}
      />
    </>
  )
}

// --- internal ---

/** The board and the pieces of the theme that the page has at the moment. */
function ownSets() {
  const { theme } = document.documentElement.dataset
  return SETS_OF[PICTURE_THEMES.find((each) => each === theme) ?? 'light']
}

interface SmallBoardProps {
  readonly board: BoardName
  readonly pieces: PiecesName
}

/** A part of a board, in its own colours. */
function SmallBoard({ board, pieces }: SmallBoardProps) {
  // Two small boards may look the same, and both stand on one page.
  const id = useId()
  const paints = useMemo(() => sitePaints(id), [id])
  return (
    <PaintsContext.Provider value={paints}>
      <span class="small-set" data-board={board} data-pieces={pieces}>
        <Definitions />
        <BoardDrawing
          position={SHOWN}
          orientation="black"
          showCoordinates={false}
          part={[at('b1'), at('d2')]}
        />
      </span>
    </PaintsContext.Provider>
  )
}

/** Singles of each side, stacks of both, and an empty square. */
const STACKS: Readonly<Record<string, readonly (readonly [Color, Value])[]>> = {
  b1: [['white', 2]],
  c1: many(8, 'black'),
  d1: [['black', 3]],
  b2: many(4, 'white'),
  d2: [['white', 1]],
}

const SHOWN: Position = {
  board: SQUARES.map((square) => {
    const pieces = STACKS[formatSquare(square)]
    return pieces && stackOf(pieces)
  }),
  turn: 'black',
  endRule: 'either',
  compensation: 0,
}

function stackOf(pieces: readonly (readonly [Color, Value])[]): Stack {
  return pieces
    .map(([color, value]) => single({ color, value }))
    .reduce((below, piece) => stackOnto(piece, below))
}

/** Pieces of both sides in turn, with a side's piece on top. */
function many(count: number, top: Color): readonly (readonly [Color, Value])[] {
  return Array.from({ length: count }, (_, index) => [
    (count - index) % 2 === 1 ? top : opposite(top),
    2,
  ])
}

function at(name: string): Square {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`no square: ${name}`)
  return square.value
}
