/** The area of a plot within its drawing, in the drawing's own units. */
export const PLOT = { width: 360, height: 200, left: 46, right: 352, top: 10, bottom: 174 } as const

/** The range of an axis and its marks. */
export interface Scale {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
}

/** A scale that includes zero and all the numbers, with marks at round numbers. */
export function scaleFor(numbers: readonly number[]): Scale {
  const [least, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)]
  const step = roundStep((most - least) / TICKS || 1)
  const [from, to] = [Math.floor(least / step) * step, Math.ceil(most / step) * step || step]
  const count = Math.round((to - from) / step)
  return { from, to, ticks: Array.from({ length: count + 1 }, (_, n) => from + n * step) }
}

/** The y coordinate of a number. */
export function heightOf({ from, to }: Scale, number: number): number {
  return PLOT.bottom - ((number - from) / (to - from)) * (PLOT.bottom - PLOT.top)
}

/** The x coordinate of the middle of a place. */
export function middleOf(place: number, count: number): number {
  return PLOT.left + ((place + 0.5) / count) * (PLOT.right - PLOT.left)
}

interface AxesProps {
  readonly scale: Scale
  readonly format: (number: number) => string
  /** The label below each place; as many are shown as there is room for. */
  readonly places: readonly string[]
}

/** The grid lines behind a plot with their numbers, and the labels below. */
export function Axes({ scale, format, places }: AxesProps) {
  const every = Math.max(1, Math.ceil(places.length / LABELS))
  return (
    <g class="plot-axes">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={PLOT.left}
            x2={PLOT.right}
            y1={heightOf(scale, tick)}
            y2={heightOf(scale, tick)}
            class={tick === 0 ? 'plot-zero' : undefined}
          />
          <text x={PLOT.left - 6} y={heightOf(scale, tick) + 4} text-anchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {places.map(
        (place, n) =>
          n % every === 0 && (
            <text
              key={place}
              x={middleOf(n, places.length)}
              y={PLOT.bottom + 18}
              text-anchor="middle"
            >
              {place}
            </text>
          ),
      )}
    </g>
  )
}

// --- internal ---

const TICKS = 4
const LABELS = 8

/** The next round number: 1, 2 or 5, then zeros. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const leading = [1, 2, 5, 10].find((each) => each * power >= step) ?? 10
  return leading * power
}
