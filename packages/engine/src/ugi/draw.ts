import { formatPosition, type Position, SIDE } from '@hokito/rules'

/**
 * The board as plain text for people, rank 6 first: the letters of HFEN with room for their
 * heights.
 */
export function drawBoard(position: Position): readonly string[] {
  const [board = '', side] = formatPosition(position).split(' ')
  const ranks = board.split('/').map((cells, index) => {
    const drawn = (cells.match(/-|[a-cA-C]\d*/g) ?? []).map((cell) =>
      (cell === '-' ? '.' : cell).padEnd(4),
    )
    return `${SIDE - index}  ${drawn.join('')}`.trimEnd()
  })
  const files = Array.from('abcdef', (file) => file.padEnd(4)).join('')
  return ['', ...ranks, `   ${files}`.trimEnd(), `${side === 'b' ? 'Black' : 'White'} to move`, '']
}
