import type { Profile } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'

type Points = Profile['speeds'][number]['graph']

/** A rating over the latest matches, one step a match; its label has the same information. */
export function RatingGraph({ points }: { readonly points: Points }) {
  const t = useTranslate()
  const values = points.map(({ value }) => value)
  const [before, after] = [values[0], values.at(-1)]
  // One point makes no line.
  if (before === undefined || after === undefined || values.length < 2) return null
  const most = Math.max(...values)
  const least = Math.min(...values)
  const place = (value: number, index: number) => {
    const x = MARGIN + (index / (values.length - 1)) * (WIDTH - 2 * MARGIN)
    const y = HEIGHT - MARGIN - ((value - least) / Math.max(1, most - least)) * INNER
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
  return (
    <svg
      class="rating-graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('profile.graph', {
        before: String(before),
        after: String(after),
        most: String(most),
      })}
    >
      <polyline points={values.map(place).join(' ')} />
      <text x={MARGIN} y={LETTERS}>
        {most}
      </text>
      <text x={MARGIN} y={HEIGHT - 2}>
        {least}
      </text>
    </svg>
  )
}

// --- internal ---

const WIDTH = 480
const HEIGHT = 140
/** Room above and below the line for a number. */
const MARGIN = 20
const LETTERS = 14
const INNER = HEIGHT - 2 * MARGIN
