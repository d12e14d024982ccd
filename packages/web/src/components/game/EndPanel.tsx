import { COLORS, type Color, formatSquare, type ScorePart } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'

interface EndPanelProps {
  readonly headline: string
  readonly reason: string
  readonly counting: Counting
  /** Buttons for what can be done now. */
  readonly actions: ComponentChildren
  /** What the computer thought, if there was one. */
  readonly thoughts?: ComponentChildren
}

/** The end of a game: who won and why, with the stacks counted one by one. */
export function EndPanel(props: EndPanelProps) {
  const t = useTranslate()
  const { headline, reason, counting } = props
  const { parts, counted, totals } = counting
  return (
    <section class="end-panel" aria-labelledby="end-title">
      <h2 id="end-title">{headline}</h2>
      <p>{reason}</p>
      <div class="end-sums">
        {COLORS.map((color) => (
          <div key={color} class="end-sum">
            <h3>
              <span class={`disc disc-small disc-${color}`} aria-hidden="true" />
              {t('end.scoreOf', { color: t(`color.${color}`), points: totals.value[color] })}
            </h3>
            <PartList
              parts={parts[color]}
              shown={counted.value}
              color={color}
              counting={counting}
            />
          </div>
        ))}
      </div>
      <div class="button-row">{props.actions}</div>
      {props.thoughts}
    </section>
  )
}

// --- internal ---

interface PartListProps {
  readonly parts: readonly ScorePart[]
  readonly shown: number
  readonly color: Color
  readonly counting: Counting
}

function PartList({ parts, shown, color, counting }: PartListProps) {
  const t = useTranslate()
  return (
    <ul class="end-parts">
      {parts.map((part) => (
        <li
          key={part.square}
          class={counting.indexOf(color, part) < shown ? 'counted' : undefined}
          aria-label={t('end.partAt', { ...part, square: formatSquare(part.square) })}
        >
          <span class="end-square">{formatSquare(part.square)}</span>
          {t('end.part', { ...part })}
        </li>
      ))}
    </ul>
  )
}
