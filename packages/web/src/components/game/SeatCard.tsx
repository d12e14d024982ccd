import type { Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'

interface SeatCardProps {
  readonly color: Color
  readonly name: string
  /** Marks the player's own seat if the name does not, or a bot's. */
  readonly badge?: string | undefined
  readonly points: number
  /** What White gets at the end besides; 0 for none. */
  readonly compensation: number
  /** Whether the points decided nothing, because the game ended otherwise. */
  readonly arePointsVoid?: boolean
  /** Undefined once the game is over. */
  readonly movesLeft: number | undefined
  readonly isTurn: boolean
  readonly isThinking: boolean
  /** The time left; undefined without a clock. */
  readonly clockMs: number | undefined
  /** The phrase that the player has just said. */
  readonly saying?: string | undefined
  /** Whether the player is online; absent if that does not apply. */
  readonly presence?: { readonly isHere: boolean; readonly label: string } | undefined
}

/** One side beside the board: its name, phrase, points and clock. */
export function SeatCard(props: SeatCardProps) {
  const t = useTranslate()
  const { color, name, badge, points, compensation, isTurn, clockMs, presence } = props
  const hasCompensation = color === 'white' && compensation > 0
  return (
    <section
      class={`seat${isTurn ? ' seat-turn' : ''}`}
      aria-label={t('game.seat', { color: t(`color.${color}`), name })}
    >
      <span class={`disc disc-${color}`} aria-hidden="true" />
      <div class="seat-words">
        <span class="seat-name">
          {presence !== undefined && (
            <span
              class={presence.isHere ? 'presence presence-here' : 'presence'}
              role="img"
              aria-label={presence.label}
              title={presence.label}
            />
          )}
          <span class="seat-given" title={name}>
            {name}
          </span>
        </span>
        <span class="seat-under">
          {badge !== undefined && <span class="seat-badge">{badge}</span>}
          <SeatLine {...props} />
        </span>
      </div>
      {clockMs !== undefined && (
        <span
          class={`clock${clockMs < LOW_MS ? ' clock-low' : ''}`}
          role="timer"
          aria-label={t('game.clockOf', { name, time: formatClock(clockMs) })}
        >
          {formatClock(clockMs)}
        </span>
      )}
      <strong class={props.arePointsVoid === true ? 'seat-points seat-points-void' : 'seat-points'}>
        <span aria-hidden="true" data-testid={`points-${color}`}>
          {points}
        </span>
        <span class="visually-hidden">{t('game.points', { count: points })}</span>
        {hasCompensation && (
          <span class="seat-compensation">
            <span aria-hidden="true">+{formatPoints(compensation)}</span>
            <span class="visually-hidden">{t('game.compensation', { points: compensation })}</span>
          </span>
        )}
      </strong>
    </section>
  )
}

/**
 * Formats the time left as clocks do: tenths only when they matter, no seconds if days are left.
 */
export function formatClock(ms: number): string {
  const seconds = ms / 1000
  if (seconds > DAY_S) return formatDays(seconds)
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`
  const whole = Math.ceil(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
}

// --- internal ---

const LOW_MS = 20_000
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** Days and started hours, in the language of the page. */
function formatDays(seconds: number): string {
  const hours = Math.ceil(seconds / HOUR_S)
  const inUnits = (count: number, unit: string) =>
    count === 0
      ? []
      : [count.toLocaleString(pageLanguage(), { style: 'unit', unit, unitDisplay: 'narrow' })]
  return [...inUnits(Math.floor(hours / 24), 'day'), ...inUnits(hours % 24, 'hour')].join(' ')
}

function pageLanguage(): string | undefined {
  return globalThis.document?.documentElement.lang || undefined
}

/**
 * Up to this number the seat shows the moves left, because a side without moves ends the game. More
 * would read like a countdown.
 */
const FEW_MOVES = 12

/**
 * The line below a name: the phrase just said, or the colour or the number of moves left, and the
 * turn.
 */
function SeatLine({ color, name, movesLeft, isTurn, isThinking, saying }: SeatCardProps) {
  const t = useTranslate()
  const side = t(`color.${color}`)
  const isScarce = movesLeft !== undefined && movesLeft <= FEW_MOVES
  const known = isScarce ? t('game.movesLeft', { count: movesLeft }) : side
  // A seat named by its colour does not repeat it.
  const shown = known === name ? '' : known
  if (saying !== undefined) return <q class="seat-line seat-saying">{saying}</q>
  return (
    <span
      class={shown === '' ? 'seat-line seat-bare' : 'seat-line'}
      data-testid={`seat-line-${color}`}
    >
      {shown}
      {isTurn && (
        <span class="seat-state">
          {shown !== '' && ' · '}
          {isThinking ? t('game.thinking') : t('game.toMove')}
        </span>
      )}
    </span>
  )
}
