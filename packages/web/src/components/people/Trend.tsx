import { useTranslate } from '../../i18n/i18n.ts'

interface TrendProps {
  /** What the numbers are, for screen readers. */
  readonly label: string
  /** Oldest first, at most a few hundred. */
  readonly values: readonly number[]
  /** The words below both ends of the curve, such as dates. */
  readonly ends?: readonly [first: string, last: string] | undefined
  readonly format?: (value: number) => string
}

/** A number over time, one step a value, with marks at the best and at the latest one. */
export function Trend({ label, values, ends, format = String }: TrendProps) {
  const t = useTranslate()
  const [first, last] = [values[0], values.at(-1)]
  // One value makes no line.
  if (first === undefined || last === undefined || values.length < 2) return null
  const most = Math.max(...values)
  const scale = scaleOf(Math.min(...values), most)
  const x = (index: number) => LEFT + (index / (values.length - 1)) * (RIGHT - LEFT)
  const y = (value: number) => BOTTOM - ((value - scale.from) / (scale.to - scale.from)) * INNER
  const at = (value: number, index: number) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`
  const line = values.map(at).join(' ')
  const words = t('progress.trend', {
    first: format(first),
    last: format(last),
    most: format(most),
  })
  return (
    <svg
      class="trend"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${label}: ${words}`}
    >
      {scale.ticks.map((tick) => (
        <g key={tick} class="trend-tick">
          <line x1={LEFT} x2={RIGHT} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      <polygon class="trend-area" points={`${LEFT},${BOTTOM} ${line} ${RIGHT},${BOTTOM}`} />
      <polyline class="trend-line" points={line} />
      <circle class="trend-best" cx={x(values.indexOf(most))} cy={y(most)} r="5" />
      <circle class="trend-last" cx={RIGHT} cy={y(last)} r="4" />
      {ends !== undefined && (
        <g class="trend-tick">
          {ends[0] !== ends[1] && (
            <text x={LEFT} y={HEIGHT - 4}>
              {ends[0]}
            </text>
          )}
          <text x={RIGHT} y={HEIGHT - 4} text-anchor="end">
            {ends[1]}
          </text>
        </g>
      )}
    </svg>
  )
}

// --- internal ---

const WIDTH = 400
const HEIGHT = 190
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 390, 12, 160]
const INNER = BOTTOM - TOP

/** Round numbers around all values, at most five of them as marks. */
function scaleOf(least: number, most: number) {
  const step = STEPS.find((each) => (most - least) / each <= 3) ?? STEPS.at(-1) ?? 1
  const from = Math.floor(least / step) * step
  const to = Math.max(from + step, Math.ceil(most / step) * step)
  const count = Math.round((to - from) / step)
  return { from, to, ticks: Array.from({ length: count + 1 }, (_, n) => from + n * step) }
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
