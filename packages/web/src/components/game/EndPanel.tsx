import { COLORS, type Color, formatSquare, type ScorePart } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'
import { useLostFocus } from '../../ui/hooks.ts'
import { bringIntoView } from '../../ui/use-seen.ts'
import type { EndWords } from '../../words/game-end.ts'

interface EndPanelProps {
  readonly words: EndWords
  /** Undefined if points did not decide the game. */
  readonly counting: Counting | undefined
  /** An offer that waits for an answer; it comes before all other actions. */
  readonly offer?: ComponentChildren
  /** The four buttons wanted most. */
  readonly actions: ComponentChildren
  /** A note to read before one of them is pressed. */
  readonly note?: string | undefined
  /** Links wanted less often. */
  readonly links: ComponentChildren
  /** The computer's thoughts, if there were any. */
  readonly thoughts?: ComponentChildren
}

/** The end of a game: who won and why, the ways on, and on request how the points were counted. */
export function EndPanel({
  words,
  counting,
  offer,
  actions,
  note,
  links,
  thoughts,
}: EndPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useLostFocus(title)
  const [first, ...others] = words.notes
  return (
    <section class="end-panel" aria-labelledby="end-title">
      <div class="end-words">
        <h2 id="end-title" ref={title} tabIndex={-1}>
          {words.headline}
        </h2>
        {first !== undefined && <p>{first}</p>}
        {offer}
        <div class="end-actions">{actions}</div>
        <div class="end-links">{links}</div>
        {note !== undefined && <p class="note">{note}</p>}
        {others.map((other) => (
          <p key={other}>{other}</p>
        ))}
        {counting !== undefined && <Count counting={counting} />}
        {thoughts}
      </div>
    </section>
  )
}

// --- internal ---

/** The sums in one line; opening it shows the stacks that they are made of. */
function Count({ counting }: { counting: Counting }) {
  const t = useTranslate()
  return (
    <details
      class="end-count"
      // It opens below the visible part of the panel.
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) bringIntoView(currentTarget)
      }}
    >
      <summary>
        {t('game.balance', { ...counting.totals })}
        <span class="note">{t('end.count')}</span>
      </summary>
      <div class="end-sums">
        {COLORS.map((color) => (
          <div key={color}>
            <h3>
              <span class={`disc disc-small disc-${color}`} aria-hidden="true" />
              {t(`color.${color}`)}
            </h3>
            <PartList color={color} counting={counting} />
          </div>
        ))}
      </div>
    </details>
  )
}

function PartList({ color, counting }: { color: Color; counting: Counting }) {
  const t = useTranslate()
  const { parts, counted, indexOf } = counting
  const isCounted = (part: ScorePart) => indexOf(color, part) < counted.value
  return (
    <ul class="end-parts">
      {parts[color].map((part) => (
        <li
          key={part.square}
          class={isCounted(part) ? 'counted' : undefined}
          aria-label={t('end.partAt', { ...part, square: formatSquare(part.square) })}
        >
          <span class="end-square">{formatSquare(part.square)}</span>
          {t('end.part', { ...part })}
        </li>
      ))}
    </ul>
  )
}
