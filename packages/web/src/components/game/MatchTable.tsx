import { type ByColor, COLORS, leader } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'
import type { MatchScore } from '../../words/game-end.ts'

interface MatchTableProps {
  readonly match: MatchScore
  readonly names: ByColor<string>
}

/** The points of both games of a match, and their sum; the winner is on top. */
export function MatchTable({ match: { games, sums }, names }: MatchTableProps) {
  const t = useTranslate()
  const winner = leader(sums)
  const order = winner === 'white' ? [...COLORS].reverse() : COLORS
  return (
    <table class="end-match">
      <thead>
        <tr>
          <td />
          {[1, 2].map((n) => (
            <th key={n} scope="col">
              {t('online.twoGames.game', { n })}
            </th>
          ))}
          <th scope="col">{t('online.twoGames.sum')}</th>
        </tr>
      </thead>
      <tbody>
        {order.map((color) => (
          <tr key={color} class={color === winner ? 'end-match-winner' : undefined}>
            <th scope="row" title={names[color]}>
              {names[color]}
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
