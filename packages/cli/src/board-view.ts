import { isSingle, type Move, type Position, SIDE, type Stack, squareAt } from '@hokito/rules'
import pc from 'picocolors'

/** How a board is drawn. */
export interface BoardViewOptions {
  readonly hasColor: boolean
  readonly lastMove?: Move | undefined
  /** Which side sits below; Black if absent. */
  readonly isFlipped?: boolean
}

/**
 * The board for a terminal, 52 columns wide: `●` and `○` tell the colours apart without colour, bars are
 * marks, `×n` is a height, brackets show where the last move began and ended.
 */
export function drawBoard(position: Position, options: BoardViewOptions): string {
  const colors = pc.createColors(options.hasColor)
  const order = Array.from({ length: SIDE }, (_, index) => index)
  const ranks = options.isFlipped === true ? order : order.toReversed()
  const files = options.isFlipped === true ? order.toReversed() : order
  const rule = (left: string, middle: string, right: string) =>
    colors.dim(
      `   ${left}${Array.from({ length: SIDE }, () => '─'.repeat(CELL)).join(middle)}${right}`,
    )
  const bar = colors.dim('│')
  const lines = [rule('┌', '┬', '┐')]
  for (const [index, rank] of ranks.entries()) {
    const cells = files.map((file) => drawCell(position, squareAt(file, rank), options))
    lines.push(`${colors.bold(String(rank + 1))}  ${bar}${cells.join(bar)}${bar}`)
    if (index < SIDE - 1) lines.push(rule('├', '┼', '┤'))
  }
  lines.push(rule('└', '┴', '┘'))
  const names = files.map((file) => 'abcdef'[file] ?? '')
  lines.push(`    ${names.map((name) => colors.bold(centred(name, CELL))).join(' ')}`.trimEnd())
  return lines.join('\n')
}

/** A stack in a few characters, as in the board: `●┃┃┃×4`. */
export function drawStack(stack: Stack): string {
  const { top, height } = stack
  const disc = top.color === 'black' ? '●' : '○'
  const marks = '┃'.repeat(top.value)
  return disc + marks + (isSingle(stack) ? '' : `×${height}`)
}

// --- internal ---

/** Columns inside a square: brackets, disc, three marks, a height of two digits. */
const CELL = 9

function drawCell(
  position: Position,
  square: number,
  { hasColor, lastMove }: BoardViewOptions,
): string {
  const colors = pc.createColors(hasColor)
  const stack = position.board[square]
  const isMarked = lastMove?.from === square || lastMove?.to === square
  const [open, close] = isMarked ? ['[', ']'] : [' ', ' ']
  const inner = centred(stack === undefined ? '·' : drawStack(stack), CELL - 2)
  if (stack === undefined) return open + colors.dim(inner) + close
  const paint =
    stack.top.color === 'black'
      ? (text: string) => colors.bgBlack(colors.yellowBright(colors.bold(text)))
      : (text: string) => colors.bgWhite(colors.black(colors.bold(text)))
  return open + paint(inner) + close
}

function centred(text: string, width: number): string {
  const left = Math.floor((width - text.length) / 2)
  return ' '.repeat(Math.max(0, left)) + text + ' '.repeat(Math.max(0, width - left - text.length))
}
