import {
  type Color,
  type Move,
  type Position,
  parsePosition,
  parseSquare,
  play,
  type Square,
  single,
  stackOnto,
  type Value,
} from '@hokito/rules'
import { useEffect, useRef } from 'preact/hooks'
import { BoardDrawing, type BoardDrawingProps, previewMove } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { typingField } from './MoveField.tsx'
import { useTexts } from './use-texts.ts'

/** The meaning of the signs on a board, each drawn by the board itself. */
export function LegendDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  if (!useTexts('guide')) return null
  return (
    <Dialog title={t('game.legend')} onClose={onClose}>
      <ul class="legend">
        {SIGNS.map(({ what, position = POSITION, ...shown }) => (
          <li key={what}>
            <span class="legend-picture" style={{ '--squares': widthOf(shown.part) }}>
              <BoardDrawing
                position={position}
                orientation="black"
                showCoordinates={false}
                {...shown}
              />
            </span>
            {t(`legend.${what}`)}
          </li>
        ))}
      </ul>
      <p class="note for-keys">{t('legend.keys')}</p>
      {typingField() !== null && <TypeMove onClose={onClose} />}
    </Dialog>
  )
}

// --- internal ---

/** Closes the legend and leads to the field for typing moves. */
function TypeMove({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate()
  const isChosen = useRef(false)
  // It goes after the dialog around it, which returns the focus to its own button.
  useEffect(
    () => () => {
      if (isChosen.current) typingField()?.focus()
    },
    [],
  )
  return (
    <button
      type="button"
      class="button button-text"
      onClick={() => {
        isChosen.current = true
        onClose()
      }}
    >
      {t('game.moveField')}
    </button>
  )
}

interface Sign extends Omit<BoardDrawingProps, 'position' | 'orientation' | 'showCoordinates'> {
  readonly what:
    | 'chosen'
    | 'ownLanding'
    | 'otherLanding'
    | 'faded'
    | 'path'
    | 'step'
    | 'lastMove'
    | 'missed'
    | 'stack'
    | 'unknown'
    | 'lit'
  readonly part: readonly [Square, Square]
  readonly position?: Position
}

/**
 * Black's piece with two marks on b1 lands on a black piece via c1 and on a white one via b2. The
 * pieces of the stack on f3 are not known.
 */
const POSITION = withStack(positionOf('------/------/------/-B---C4/-A----/-bab-- b'), at('f1'))
const MOVE: Move = { from: at('b1'), to: at('d1') }
const PATH = previewMove(POSITION, MOVE)?.path ?? []

const SIGNS: readonly Sign[] = [
  { what: 'chosen', part: [at('b1'), at('b1')], chosen: at('b1') },
  { what: 'ownLanding', part: [at('d1'), at('d1')], landings: [at('d1')] },
  { what: 'otherLanding', part: [at('b3'), at('b3')], landings: [at('b3')] },
  { what: 'path', part: [at('b1'), at('d1')], path: PATH },
  { what: 'step', part: [at('c1'), at('c1')], steps: [at('c1')] },
  { what: 'faded', part: [at('c1'), at('c1')], dimmed: new Set([at('c1')]) },
  { what: 'missed', part: [at('b1'), at('c1')], missed: PATH.slice(0, 1) },
  {
    what: 'lastMove',
    part: [at('b1'), at('d1')],
    position: play(POSITION, MOVE),
    lastMove: MOVE,
    lastPath: PATH,
  },
  { what: 'stack', part: [at('f1'), at('f1')] },
  { what: 'unknown', part: [at('f3'), at('f3')] },
  { what: 'lit', part: [at('c1'), at('c1')], highlight: [at('c1')] },
]

/** The width of a part in squares; parts are one square high. */
function widthOf([from, to]: readonly [Square, Square]): number {
  return Math.abs(to - from) + 1
}

function withStack(position: Position, square: Square): Position {
  const piece = (color: Color, value: Value) => single({ color, value })
  const stack = [piece('white', 2), piece('white', 1), piece('black', 3)].reduce(
    (below, moving) => stackOnto(moving, below),
    piece('black', 1),
  )
  return { ...position, board: position.board.with(square, stack) }
}

function positionOf(hfen: string): Position {
  const parsed = parsePosition(hfen, 'either')
  if (!parsed.ok) throw new Error(`the legend's position is wrong: ${parsed.error.code}`)
  return parsed.value
}

function at(name: string): Square {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`the legend's square is wrong: ${name}`)
  return square.value
}
