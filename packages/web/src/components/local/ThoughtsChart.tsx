import { type Color, formatMove } from '@hokito/rules'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { type Thought, thoughtAt } from '../../models/local/thought.ts'

/** What the computer expected at each of its moves, as bars to look at and to step to. */
export function ThoughtsChart({ model, color }: { model: GameModel; color: Color }) {
  const t = useTranslate()
  const { thoughts } = model.game.value
  const chosen = thoughtAt(thoughts, model.ply.value)
  const most = Math.max(LEAST_SCALE, ...thoughts.map(({ margin }) => Math.abs(margin)))
  return (
    <section class="thoughts" aria-labelledby="thoughts-title">
      <h3 id="thoughts-title">{t('thoughts.title')}</h3>
      <div class="thoughts-bars">
        {thoughts.map((thought) => (
          <button
            key={thought.ply}
            type="button"
            class={`thoughts-bar thoughts-${thought.margin < 0 ? 'white' : 'black'}`}
            aria-label={describeThought(t, thought, color)}
            aria-current={thought === chosen ? 'step' : undefined}
            onClick={() => model.view(thought.ply + 1)}
          >
            <span style={{ height: `${(50 * Math.abs(thought.margin)) / most}%` }} />
          </button>
        ))}
      </div>
      {chosen !== undefined && (
        <p>
          {describeThought(t, chosen, color)}{' '}
          {t('thoughts.line', {
            moves: chosen.line.slice(0, SHOWN_MOVES).map(formatMove).join(' '),
          })}
        </p>
      )}
    </section>
  )
}

// --- internal ---

/** Small margins are not blown up to the full height. */
const LEAST_SCALE = 12
/** Further moves are too unsure to be worth their room. */
const SHOWN_MOVES = 6

function describeThought(t: Translate, { ply, margin, isProven }: Thought, color: Color): string {
  const own = color === 'black' ? margin : 0 - margin
  const outlook = own === 0 ? 'draw' : own > 0 ? 'win' : 'loss'
  const certainty = isProven ? 'known' : 'expected'
  return t(`thoughts.${certainty}.${outlook}`, { ply: ply + 1, count: Math.abs(own) })
}
