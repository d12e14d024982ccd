import {
  bytesFrom,
  dealOfArrangements,
  type GameEvent,
  NOTHING_PLACED,
  phaseOf,
  withRest,
} from '@hokito/protocol'
import { type ByColor, byColor, COLORS, type Color, formatDeal } from '@hokito/rules'
import { type Circumstances, type Decision, refuse, type Seated } from './decision.ts'
import type { Game } from './game.ts'

/** Stores a side's draft. No other player sees it. */
export function draft(seated: Seated, arrangement: string): Decision {
  const { game, color } = seated
  const no = refusalOf(seated)
  if (no !== undefined) return no
  return game.arrangements[color] === arrangement
    ? { kind: 'repeated' }
    : { kind: 'accepted', events: [], arrangement: { color, arrangement } }
}

/** Makes a side's arrangement final. Once both are final, they make the deal. */
export function place(seated: Seated, arrangement: string): Decision {
  const { game, color, circumstances } = seated
  const no = refusalOf(seated)
  if (no !== undefined) return no
  const at = circumstances.now
  const placed: GameEvent = { kind: 'placed', at, color, how: 'byPlayer' }
  const { black, white } = byColor((side) => {
    if (side === color) return arrangement
    return isReady(game, side) ? game.arrangements[side] : undefined
  })
  const known = { kind: 'accepted', arrangement: { color, arrangement } } as const
  return black === undefined || white === undefined
    ? { ...known, events: [placed] }
    : { ...known, events: [placed, dealt(at, { black, white })] }
}

/**
 * The events by which chance places the remaining pieces when the time is up, and the game begins.
 */
export function placeRest(
  game: Game,
  { now: at, fresh }: Pick<Circumstances, 'now' | 'fresh'>,
): readonly GameEvent[] {
  const { secret } = fresh()
  const arrangements = byColor((color) =>
    withRest(game.arrangements[color] ?? NOTHING_PLACED, bytesFrom(secret, `hokito-rest-${color}`)),
  )
  const late = COLORS.filter((color) => !isReady(game, color))
  return [
    ...late.map((color): GameEvent => ({ kind: 'placed', at, color, how: 'byTime' })),
    dealt(at, arrangements),
  ]
}

// --- internal ---

function refusalOf({ game, color }: Seated): Decision | undefined {
  const phase = phaseOf(game.view)
  if (phase === 'over') return refuse('gameOver')
  if (phase !== 'placing') return refuse('notPlacing')
  return isReady(game, color) ? refuse('alreadyPlaced') : undefined
}

function isReady({ view }: Game, color: Color): boolean {
  return view.placed?.[color] !== undefined
}

function dealt(at: number, arrangements: ByColor<string>): GameEvent {
  return { kind: 'dealt', at, deal: formatDeal(dealOfArrangements(arrangements)) }
}
