import { type Color, formatMove, opposite, totals } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { soloColor } from '../../models/local/local-game.ts'
import { type Thought, thoughtAt } from '../../models/local/thought.ts'
import { localEndWords } from '../../words/local-end.ts'
import { seatName } from '../../words/names.ts'
import { describeThought } from '../../words/thoughts.ts'

interface ThoughtsChartProps {
  readonly model: GameModel
  /** The computer's colour. */
  readonly color: Color
}

/**
 * The computer's expectation at each of its moves as bars, which can be stepped to, and at the end
 * the result of the game. Up is good for the person; if no person or two have played, up is good
 * for Black.
 */
export function ThoughtsChart({ model, color }: ThoughtsChartProps) {
  const t = useTranslate()
  const game = model.game.value
  const { thoughts } = game
  const upper = soloColor(game) ?? 'black'
  const result = resultOf(model)
  const last = model.moves.value.length
  const isAtResult = result !== undefined && model.ply.value === last
  const chosen = isAtResult ? undefined : thoughtAt(thoughts, model.ply.value)
  const firstTurn = model.positions.value[0]?.turn ?? 'black'
  const margins = [...thoughts.map(({ margin }) => margin), result ?? 0]
  const most = Math.max(LEAST_SCALE, ...margins.map(Math.abs))
  return (
    <section class="thoughts" aria-labelledby="thoughts-title">
      <h3 id="thoughts-title">{t('thoughts.title')}</h3>
      <div class="thoughts-chart">
        <Axis most={most} names={[seatName(t, game, upper), seatName(t, game, opposite(upper))]} />
        <div class="thoughts-bars">
          {thoughts.map((thought) => (
            <Bar
              key={thought.ply}
              margin={thought.margin}
              isUp={thought.margin > 0 === (upper === 'black')}
              isKnown={thought.isProven}
              isCurrent={thought === chosen}
              most={most}
              label={describeThought(t, thought, color, firstTurn)}
              onPress={() => model.view(thought.ply + 1)}
            />
          ))}
          {result !== undefined && (
            <Bar
              margin={result}
              isUp={result > 0 === (upper === 'black')}
              isKnown={true}
              isCurrent={isAtResult}
              most={most}
              label={endHeadline(t, model)}
              onPress={() => model.view(last)}
            />
          )}
        </div>
      </div>
      {!isAtResult && (
        <p class="thoughts-chosen">
          {chosen && (
            <ChosenLine words={describeThought(t, chosen, color, firstTurn)} chosen={chosen} />
          )}
        </p>
      )}
      <p class="note">
        {t('thoughts.scale')} {result !== undefined && t('thoughts.result')}
      </p>
    </section>
  )
}

// --- internal ---

/** The least scale, so that small margins do not fill the full height. */
const LEAST_SCALE = 12
/** Later moves are too unsure to be worth the room. */
const SHOWN_MOVES = 6

/** The final margin, Black's points less White's; undefined if points did not decide the game. */
function resultOf(model: GameModel): number | undefined {
  if (model.ending.value?.kind !== 'stuck') return undefined
  const { black, white } = totals(model.live.value)
  return black - white
}

function endHeadline(t: ReturnType<typeof useTranslate>, model: GameModel): string {
  const ending = model.ending.value
  if (ending === undefined) return ''
  return localEndWords(t, model.game.value, ending, model.live.value).headline
}

/** Names the side that leads above and below the line, and the margin at the edge. */
function Axis({ most, names }: { most: number; names: readonly [up: string, down: string] }) {
  const [up, down] = names
  return (
    <div class="thoughts-axis" aria-hidden="true">
      <span title={up}>{up}</span>
      <b>+{most}</b>
      <b class="thoughts-zero">0</b>
      <span title={down}>{down}</span>
      <b>+{most}</b>
    </div>
  )
}

interface BarProps {
  readonly margin: number
  readonly isUp: boolean
  readonly isKnown: boolean
  readonly isCurrent: boolean
  readonly most: number
  readonly label: string
  readonly onPress: () => void
}

function Bar({ margin, isUp, isKnown, isCurrent, most, label, onPress }: BarProps) {
  const leader = margin < 0 ? 'white' : 'black'
  return (
    <button
      type="button"
      class={`thoughts-bar thoughts-${leader} thoughts-${isUp ? 'up' : 'down'}${isKnown ? ' thoughts-known' : ''}`}
      aria-label={label}
      title={label}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onPress}
    >
      <span style={{ height: `${(50 * Math.abs(margin)) / most}%` }} />
    </button>
  )
}

interface ChosenLineProps {
  readonly words: string
  readonly chosen: Thought
}

/** The computer's expectation at the move shown, and the line it had in mind. */
function ChosenLine({ words, chosen }: ChosenLineProps) {
  const t = useTranslate()
  const moves = chosen.line.slice(0, SHOWN_MOVES).map(formatMove).join(' ')
  return (
    <>
      {words} {t('thoughts.line', { moves })}
    </>
  )
}
