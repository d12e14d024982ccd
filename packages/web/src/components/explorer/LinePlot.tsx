import { Axes, heightOf, middleOf, PLOT, scaleFor } from './axes.tsx'

interface LinePlotProps {
  readonly label: string
  readonly points: readonly { readonly place: string; readonly value: number }[]
  readonly format: (number: number) => string
}

/** A line through the points, from left to right. */
export function LinePlot({ label, points, format }: LinePlotProps) {
  const scale = scaleFor(points.map(({ value }) => value))
  const line = points.map(
    ({ value }, n) =>
      `${middleOf(n, points.length).toFixed(1)},${heightOf(scale, value).toFixed(1)}`,
  )
  return (
    <svg class="plot-drawing" viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} role="img">
      <title>{label}</title>
      <Axes scale={scale} format={format} places={points.map(({ place }) => place)} />
      <polyline class="plot-line" points={line.join(' ')} />
    </svg>
  )
}
