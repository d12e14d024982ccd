import { type ByColor, COLORS, leader } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'
import type { Counting } from '../../models/game/counting.ts'
import { playRoute } from '../../routes.ts'
import type { MatchScore } from '../../words/game-end.ts'
import { CountBar } from './CountRows.tsx'

interface MatchTableProps {
  readonly match: MatchScore
  /** The count of the second game. */
  readonly counting: Counting
  readonly names: ByColor<string>
  /** In the empty corner, so that it takes no row of its own. */
  readonly corner: ComponentChildren
}

/**
 * The points of both games of a match, and their sum, with a bar of the stacks of the second; the
 * winner is on top. The first game can be opened.
 */
export function MatchTable({ match, counting, names, corner }: MatchTableProps) {
  const { games, sums, first } = match
  const t = useTranslate()
  const game = (n: number) => t('online.twoGames.game', { n })
  const winner = leader(sums)
  const order = winner === 'white' ? [...COLORS].reverse() : COLORS
  return (
    <table class="end-match">
      <thead>
        <tr>
          <td>{corner}</td>
          <th scope="col">
            {first === undefined ? game(1) : <a href={playRoute(first)}>{game(1)}</a>}
          </th>
          <th scope="col">{game(2)}</th>
          <th scope="col">{t('online.twoGames.sum')}</th>
        </tr>
      </thead>
      <tbody>
        {order.map((color) => (
          <tr key={color} class={color === winner ? 'end-match-winner' : undefined}>
            <th scope="row">
              {names[color]}
              {counting.parts.length > 0 && <CountBar color={color} counting={counting} />}
            </th>
            <td>{formatPoints(games[0][color])}</td>
            <td>{formatPoints(games[1][color])}</td>
            <td>{formatPoints(sums[color])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
