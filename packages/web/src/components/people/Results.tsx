import type { Tallies } from '@hokito/protocol'
import { COLORS, type Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'

/** Won, drawn and lost games of each colour, in words and as a bar. */
export function Results(results: Readonly<Record<Color, Tallies>>) {
  const t = useTranslate()
  return (
    <ul class="results">
      {COLORS.map((color) => (
        <li key={color}>
          <span class={`disc disc-small disc-${color}`} aria-hidden="true" />
          {t(`profile.results.${color}`, results[color])}
          <Bar {...results[color]} />
        </li>
      ))}
    </ul>
  )
}

// --- internal ---

/** The words beside it say the same. */
function Bar({ won, drawn, lost }: Tallies) {
  if (won + drawn + lost === 0) return null
  return (
    <span class="results-bar" aria-hidden="true">
      <i class="results-won" style={{ flexGrow: won }} />
      <i class="results-drawn" style={{ flexGrow: drawn }} />
      <i class="results-lost" style={{ flexGrow: lost }} />
    </span>
  )
}
