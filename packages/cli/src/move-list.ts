import { formatSquare, type Move } from '@hokito/rules'

/** Moves as one line per origin, `a1: a2 b1`, or `no moves`. */
export function movesByOrigin(moves: readonly Move[]): string {
  if (moves.length === 0) return 'no moves\n'
  const groups = new Map<string, string[]>()
  for (const { from, to } of moves) {
    const name = formatSquare(from)
    groups.set(name, [...(groups.get(name) ?? []), formatSquare(to)])
  }
  return Array.from(groups, ([from, to]) => `${from}: ${to.join(' ')}\n`).join('')
}
