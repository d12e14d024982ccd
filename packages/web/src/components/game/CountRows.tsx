import { type ByColor, COLORS, type Color, formatSquare } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'
import type { CountedPart, Counting } from '../../models/game/counting.ts'
import { joinSentences } from '../../words/sentences.ts'

interface CountRowsProps {
  readonly counting: Counting
  readonly names: ByColor<string>
}

/**
 * Each side's points as a bar of its stacks, the most valuable first. Both grow as the stacks are
 * counted.
 */
export function CountRows({ counting, names }: CountRowsProps) {
  const { winner, isDone } = counting
  // The winner is on top, as in every table.
  const order = winner === 'white' ? [...COLORS].reverse() : COLORS
  return (
    <ul class={isDone.value ? 'end-rows end-rows-done' : 'end-rows'}>
      {order.map((color) => (
        <Row key={color} name={names[color]} {...{ color, counting }} />
      ))}
    </ul>
  )
}

interface CountBarProps {
  readonly color: Color
  readonly counting: Counting
}

/** The stacks of one side, as long as their points. */
export function CountBar({ color, counting }: CountBarProps) {
  const t = useTranslate()
  const { parts, counted, totals } = counting
  const { own, extra } = sideOf(counting, color)
  const most = Math.max(1, totals.black, totals.white)
  const isCounted = (part: CountedPart) => parts.indexOf(part) < counted.value
  return (
    <span class={`end-bar end-bar-${color}`} aria-hidden="true">
      {own.map((part) => (
        <span
          key={part.square}
          class="end-piece"
          style={{ width: isCounted(part) ? `${(100 * part.points) / most}%` : '0' }}
        >
          {isCounted(part) && part.points / most > LEAST_SHARE && part.points}
        </span>
      ))}
      {extra > 0 && (
        <span
          class="end-piece end-extra"
          style={{ width: `${(100 * extra) / most}%` }}
          title={t('end.agreedPoints', { points: extra })}
        >
          {extra / most > LEAST_SHARE && `+${formatPoints(extra)}`}
        </span>
      )}
    </span>
  )
}

// --- internal ---

/** The stacks of one side, the most valuable first, and the points agreed on for it. */
function sideOf({ parts, compensation }: Counting, color: Color) {
  const own = parts.filter((part) => part.color === color).reverse()
  return { own, extra: color === 'white' ? compensation : 0 }
}

interface RowProps extends CountBarProps {
  readonly name: string
}

function Row({ color, name, counting }: RowProps) {
  const t = useTranslate()
  const { sums, totals, winner } = counting
  const { own, extra } = sideOf(counting, color)
  const isWinner = winner === color
  const said = (part: CountedPart) =>
    t('end.partAt', { ...part, square: formatSquare(part.square) })
  return (
    <li class={isWinner ? 'end-row end-row-winner' : 'end-row'}>
      <span class="end-name" title={name}>
        {name}
      </span>
      <CountBar color={color} counting={counting} />
      <strong class="end-sum" aria-hidden="true">
        {formatPoints(sums.value[color])}
      </strong>
      <span class="visually-hidden">
        {joinSentences(
          t('game.points', { count: totals[color] }),
          ...own.map(said),
          ...(extra > 0 ? [t('end.agreedPoints', { points: extra })] : []),
        )}
      </span>
    </li>
  )
}

/** The share of a bar that has room for its number. */
const LEAST_SHARE = 0.1
