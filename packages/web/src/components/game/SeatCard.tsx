import type { Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'

interface SeatCardProps {
  readonly color: Color
  readonly name: string
  readonly points: number
  readonly movesLeft: number
  readonly isTurn: boolean
  readonly isThinking: boolean
  /** Time left; undefined without a clock. */
  readonly clockMs: number | undefined
  /** Is the player there? Where nobody can be away it is absent. */
  readonly presence?: { readonly isHere: boolean; readonly label: string } | undefined
}

/** One side beside the board: who it is, its points, its moves left and its clock. */
export function SeatCard(props: SeatCardProps) {
  const t = useTranslate()
  const { color, name, points, movesLeft, isTurn, isThinking, clockMs, presence } = props
  return (
    <section
      class={`seat${isTurn ? ' seat-turn' : ''}`}
      aria-label={`${t(`color.${color}`)}: ${name}`}
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
          {name}
        </span>
        <span class="seat-moves" data-testid={`moves-left-${color}`}>
          {t('game.movesLeft', { count: movesLeft })}
          {isTurn && (
            <span class="seat-state"> · {isThinking ? t('game.thinking') : t('game.toMove')}</span>
          )}
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
      <strong class="seat-points">
        <span aria-hidden="true" data-testid={`points-${color}`}>
          {points}
        </span>
        <span class="visually-hidden">{t('game.points', { count: points })}</span>
      </strong>
    </section>
  )
}

/** Time left as people read clocks: tenths only when they matter. */
export function formatClock(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`
  const whole = Math.ceil(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
}

// --- internal ---

const LOW_MS = 20_000
