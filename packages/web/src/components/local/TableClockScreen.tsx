import { type Color, opposite } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { flaggedAt, leftAt, paused, pressed, started } from '../../models/local/table-clock.ts'
import type { TableModel } from '../../models/local/table-game.ts'
import { ROUTES, tableRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Announcer, type AnnouncerModel, announce, createAnnouncer } from '../../ui/Announcer.tsx'
import { useKeys } from '../../ui/hooks.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useTitle } from '../../ui/tab.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { formatClock } from '../game/SeatCard.tsx'
import { useWakeLock } from './use-wake-lock.ts'

/** A chess clock: each side has half of the screen and taps it after its move. */
export function TableClockScreen({ table }: { readonly table: TableModel }) {
  const t = useTranslate()
  const { now } = useServices()
  const { clock } = table.game.value
  const isRunning = clock.since !== undefined
  const at = useInstant(isRunning, now)
  const left = leftAt(clock, at)
  const flagged = flaggedAt(clock, at)
  const isDark = useWakeLock(isRunning && flagged === undefined)
  const [near, setNear] = useState<Color>('black')
  const [isAsking, setAsking] = useState(false)
  const [announcer] = useState(createAnnouncer)
  useTitle(t('terms.clock'))

  useFlagNews(flagged, announcer)
  const { halves, press, toggle } = usePresses(table, flagged)

  const half = (color: Color) => (
    <ClockHalf
      color={color}
      ms={left[color]}
      isTurn={clock.turn === color}
      isRunning={isRunning}
      isFlagged={flagged === color}
      onPress={(byKey) => press(color, byKey)}
    />
  )
  return (
    <div class="table-clock" ref={halves}>
      <h1 class="visually-hidden">{t('terms.clock')}</h1>
      {half(opposite(near))}
      <ClockMiddle
        {...{ isRunning, flagged, isDark }}
        isNew={clock.moves === 0}
        onToggle={toggle}
        onReset={() => setAsking(true)}
        onFlip={() => setNear(opposite(near))}
      />
      {half(near)}
      <Announcer announcer={announcer} />
      {isAsking && (
        <ConfirmDialog
          title={t('table.resetTitle')}
          text={t('table.resetText')}
          yes={t('table.reset')}
          onYes={table.resetClock}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

// --- internal ---

/** Sounds and says that a side has run out of time. */
function useFlagNews(flagged: Color | undefined, announcer: AnnouncerModel): void {
  const { sounds } = useServices()
  useEffect(() => {
    if (flagged === undefined) return
    sounds.play('end')
    announce(announcer, (say) => say(`table.flag.${flagged}`))
  }, [flagged, sounds, announcer])
}

/** What a press on a half does, and what starts and stops the clock; both have a key as well. */
function usePresses(table: TableModel, flagged: Color | undefined) {
  const { now, sounds } = useServices()
  const { clock } = table.game.value
  const isRunning = clock.since !== undefined
  const halves = useRef<HTMLDivElement>(null)
  const press = (color: Color, byKey: boolean) => {
    const next = isRunning ? pressed(clock, color, now()) : started(clock, now())
    if (next === clock) return
    table.change({ clock: next })
    sounds.play(color === 'black' ? 'own' : 'other')
    // The key that made this press makes the next one too.
    if (byKey) halves.current?.querySelector<HTMLElement>(`[data-half=${next.turn}]`)?.focus()
  }
  const toggle = () =>
    table.change({ clock: isRunning ? paused(clock, now()) : started(clock, now()) })
  useKeys((event) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('a, button')
    if (event.key === 'p' && flagged === undefined) toggle()
    else if (event.key === ' ' && !isElsewhere) {
      event.preventDefault()
      press(clock.turn, true)
    }
  })
  return { halves, press, toggle }
}

interface ClockMiddleProps {
  readonly isRunning: boolean
  readonly flagged: Color | undefined
  /** May the screen go dark although the clock runs? */
  readonly isDark: boolean
  /** Has no side moved yet? */
  readonly isNew: boolean
  readonly onToggle: () => void
  readonly onReset: () => void
  readonly onFlip: () => void
}

/** What both players may press, between the two halves. */
function ClockMiddle(props: ClockMiddleProps) {
  const { isRunning, flagged, isDark, isNew, onToggle, onReset, onFlip } = props
  const t = useTranslate()
  return (
    <div class="table-middle">
      {flagged !== undefined && <p class="fault">{t(`table.flag.${flagged}`)}</p>}
      {flagged === undefined && (
        <button
          type="button"
          class={isRunning ? 'button' : 'button button-main'}
          onClick={onToggle}
        >
          <Icon name={isRunning ? 'pause' : 'play'} />
          {t(isRunning ? 'table.pause' : isNew ? 'table.start' : 'table.goOn')}
        </button>
      )}
      {!isRunning || flagged !== undefined ? (
        <>
          <button type="button" class="button" onClick={onReset}>
            {t('table.reset')}
          </button>
          <button type="button" class="button" onClick={onFlip}>
            {t('game.flip')}
          </button>
          <a class="button" href={tableRoute('count')}>
            {t('table.count')}
          </a>
          <a class="button" href={ROUTES.table}>
            {t('table.back')}
          </a>
        </>
      ) : (
        isDark && <p class="note">{t('table.dark')}</p>
      )}
    </div>
  )
}

interface ClockHalfProps {
  readonly color: Color
  readonly ms: number
  readonly isTurn: boolean
  readonly isRunning: boolean
  readonly isFlagged: boolean
  /** Called with whether a key pressed it. */
  readonly onPress: (byKey: boolean) => void
}

function ClockHalf({ color, ms, isTurn, isRunning, isFlagged, onPress }: ClockHalfProps) {
  const t = useTranslate()
  const name = t(`color.${color}`)
  const time = formatClock(ms)
  const task = isFlagged
    ? t(`table.flag.${color}`)
    : isTurn
      ? t(isRunning ? 'table.tap' : 'table.next')
      : ''
  return (
    <button
      type="button"
      class={`table-half${isTurn && isRunning ? ' table-half-on' : ''}${isFlagged ? ' table-half-flag' : ''}`}
      data-half={color}
      onClick={(event) => onPress(event.detail === 0)}
    >
      <span class="table-half-name">
        <span class={`disc disc-${color}`} aria-hidden="true" />
        {name}
      </span>{' '}
      <span class="table-time" data-testid={`time-${color}`}>
        {time}
      </span>{' '}
      <span class="table-task">{task}</span>
    </button>
  )
}

/** The present instant, ten times a second while the clock runs. */
function useInstant(isRunning: boolean, now: () => number): number {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const tick = () => setAt(now())
    tick()
    if (!isRunning) return
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning, now])
  return at
}

const TICK_MS = 100
