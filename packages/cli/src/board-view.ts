import { isSingle, type Move, type Position, SIDE, type Stack, squareAt } from '@hokito/rules'
import pc from 'picocolors'

/** Options for drawing a board. */
export interface BoardViewOptions {
  readonly hasColor: boolean
  readonly lastMove?: Move | undefined
  /** Is White at the bottom, instead of Black? */
  readonly isFlipped?: boolean
  /** Characters in a line. If there are too few for the wide board, it is drawn without lines. */
  readonly columns?: number | undefined
}

/**
 * The board for a terminal, 64 or 46 columns wide. `●` and `○` distinguish the sides without
 * colour, bars are marks, `×n` is a height, and brackets show where the last move began and ended.
 */
export function drawBoard(position: Position, options: BoardViewOptions): string {
  const isWide = (options.columns ?? WIDE) >= WIDE
  const rows = rowsOf(position, options, isWide ? WIDE_CELL : NARROW_CELL)
  return (isWide ? withLines(rows, options) : withoutLines(rows)).join('\n')
}

// --- internal ---

/** A stack in a few characters, as on the board: `●┃┃┃×4`. */
function drawStack({ top, height }: Stack): string {
  return DISCS[top.color] + '┃'.repeat(top.value) + (height === 1 ? '' : `×${height}`)
}

/** Columns of the wide board: the rank, six squares and the lines between them. */
const WIDE = 64
/** Columns inside the brackets of a square: disc, three marks, a height of two digits. */
const WIDE_CELL = 7
/** The same with the marks as a digit: `●3×12`. */
const NARROW_CELL = 5

const DISCS = { black: '●', white: '○' } as const

interface Rows {
  /** From the top of the screen down. */
  readonly ranks: readonly { readonly name: string; readonly cells: readonly string[] }[]
  readonly fileNames: readonly string[]
}

function rowsOf(position: Position, options: BoardViewOptions, width: number): Rows {
  const colors = pc.createColors(options.hasColor)
  const order = Array.from({ length: SIDE }, (_, index) => index)
  const ranks = options.isFlipped === true ? order : order.toReversed()
  const files = options.isFlipped === true ? order.toReversed() : order
  return {
    ranks: ranks.map((rank) => ({
      name: colors.bold(String(rank + 1)),
      cells: files.map((file) => drawCell(position, squareAt(file, rank), options, width)),
    })),
    fileNames: files.map((file) => centred('abcdef'[file] ?? '', width + 2)),
  }
}

function withLines({ ranks, fileNames }: Rows, { hasColor }: BoardViewOptions): readonly string[] {
  const { dim } = pc.createColors(hasColor)
  const dashes = fileNames.map(() => '─'.repeat(WIDE_CELL + 2))
  const rule = (left: string, middle: string, right: string) =>
    dim(`   ${left}${dashes.join(middle)}${right}`)
  const bar = dim('│')
  const lines = ranks.flatMap(({ name, cells }, index) => [
    index === 0 ? rule('┌', '┬', '┐') : rule('├', '┼', '┤'),
    `${name}  ${bar}${cells.join(bar)}${bar}`,
  ])
  return [...lines, rule('└', '┴', '┘'), `    ${fileNames.join(' ')}`.trimEnd()]
}

function withoutLines({ ranks, fileNames }: Rows): readonly string[] {
  return [
    ...ranks.map(({ name, cells }) => `${name}  ${cells.join('')}`.trimEnd()),
    `   ${fileNames.join('')}`.trimEnd(),
  ]
}

function drawCell(
  position: Position,
  square: number,
  { hasColor, lastMove }: BoardViewOptions,
  width: number,
): string {
  const colors = pc.createColors(hasColor)
  const stack = position.board[square]
  const isMarked = lastMove?.from === square || lastMove?.to === square
  const [open, close] = isMarked
    ? [colors.bold(colors.cyan('[')), colors.bold(colors.cyan(']'))]
    : [' ', ' ']
  if (stack === undefined) return open + colors.dim(centred('·', width)) + close
  const inner = centred(width === WIDE_CELL ? drawStack(stack) : drawNarrow(stack), width)
  const paint =
    stack.top.color === 'black'
      ? (text: string) => colors.bgBlack(colors.yellowBright(colors.bold(text)))
      : (text: string) => colors.bgWhite(colors.black(colors.bold(text)))
  return open + paint(inner) + close
}

function drawNarrow(stack: Stack): string {
  const { top, height } = stack
  return `${DISCS[top.color]}${top.value}${isSingle(stack) ? '' : `×${height}`}`
}

function centred(text: string, width: number): string {
  const left = Math.max(0, Math.floor((width - text.length) / 2))
  return ' '.repeat(left) + text + ' '.repeat(Math.max(0, width - left - text.length))
}
