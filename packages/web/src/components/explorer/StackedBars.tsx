import type { Results } from '../../models/explorer/statistics.ts'
import { Axes, heightOf, middleOf, PLOT, scaleFor } from './axes.tsx'

interface StackedBarsProps {
  readonly label: string
  readonly bars: readonly (Results & { readonly place: string })[]
  /** Whether each bar shows shares of its games, however many there are. */
  readonly isShare?: boolean
  readonly format: (number: number) => string
}

/** One bar for each place: Black’s wins at the bottom, then draws, then White’s wins. */
export function StackedBars({ label, bars, isShare = false, format }: StackedBarsProps) {
  const scale = isShare ? SHARES : scaleFor(bars.map(({ games }) => games))
  const width = Math.max(2, (0.8 * (PLOT.right - PLOT.left)) / bars.length)
  return (
    <svg class="plot-drawing" viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} role="img">
      <title>{label}</title>
      <Axes scale={scale} format={format} places={bars.map(({ place }) => place)} />
      {bars.map(({ place, games, black, draws }, n) => {
        const whole = isShare ? Math.max(1, games) : 1
        const parts = [
          ['white', games],
          ['draw', black + draws],
          ['black', black],
        ] as const
        return (
          <g key={place}>
            {parts.map(([kind, upTo]) => {
              const top = heightOf(scale, upTo / whole)
              return (
                <rect
                  key={kind}
                  class={`plot-${kind}`}
                  x={middleOf(n, bars.length) - width / 2}
                  y={top}
                  width={width}
                  height={PLOT.bottom - top}
                />
              )
            })}
          </g>
        )
      })}
    </svg>
  )
}

// --- internal ---

const SHARES = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }
