import type { Engine } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { legalMoves, type Move, outcome, type Position, play, score } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { effect, signal } from '@preact/signals'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Analyst, createAnalyst, passed } from './analyst.ts'
import type { AnalystSettings } from './analyst-settings.ts'

const SETTINGS: AnalystSettings = { isOn: true, lines: 3, threads: 1, hashMiB: 16 }
const analysts: Analyst[] = []

afterEach(() => {
  for (const analyst of analysts.splice(0)) analyst.dispose()
  vi.unstubAllGlobals()
})

function positionAt(ply: number): Position {
  const position = seededGame(11, 'either').positions[ply]
  if (position === undefined) throw new Error('the game is too short')
  return position
}

function analystOf(position: Position, start: () => Promise<Engine> = async () => startEngine()) {
  const shown = signal(position)
  const settings = signal(SETTINGS)
  const analyst = createAnalyst({ position: shown, settings, start })
  analysts.push(analyst)
  return { analyst, shown, settings }
}

/** Waits until a condition on signals holds. */
function until(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!isSo()) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

/** The best lead that a side can reach, by exhaustive search. */
function bestLead(position: Position): number {
  if (outcome(position) !== undefined) {
    const { black, white } = score(position)
    return black - white
  }
  const leads = legalMoves(position).map((move: Move) => bestLead(play(position, move)))
  return position.turn === 'black' ? Math.max(...leads) : Math.min(...leads)
}

describe('an analyst', () => {
  test('proves each line of an endgame to the point, with the moves to its end', async () => {
    const position = positionAt(24)
    const { analyst } = analystOf(position)
    await until(() => analyst.state.value === 'finished')
    const lines = analyst.findings.value?.lines ?? []
    expect(lines.length).toBe(Math.min(SETTINGS.lines, legalMoves(position).length))
    for (const { moves, outlook } of lines) {
      const [move] = moves
      if (move === undefined) throw new Error('a line has a move')
      const lead = bestLead(play(position, move))
      const end = moves.reduce(play, position)
      expect(outlook).toMatchObject({ kind: 'proved', lead, plies: moves.length })
      expect(outcome(end)).toBeDefined()
      expect(score(end).black - score(end).white).toBe(lead)
    }
    expect(lines[0]?.outlook.lead).toBe(bestLead(position))
  })

  test('only expects in the middle of a game, with as many lines as are wanted', async () => {
    const { analyst, settings } = analystOf(positionAt(2))
    await until(() => (analyst.findings.value?.depth ?? 0) >= 3)
    expect(analyst.findings.value?.lines.map(({ outlook }) => outlook.kind)).toEqual(
      Array(3).fill('expected'),
    )
    settings.value = { ...SETTINGS, lines: 5 }
    await until(() => analyst.findings.value?.lines.length === 5)
  })

  test('searches another position straight away, and none while it is switched off', async () => {
    const { analyst, shown, settings } = analystOf(positionAt(2))
    await until(() => analyst.findings.value !== undefined)
    const next = positionAt(4)
    shown.value = next
    expect(analyst.findings.value).toBeUndefined()
    await until(() => analyst.findings.value?.position === next)
    settings.value = { ...SETTINGS, isOn: false }
    expect(analyst.state.value).toBe('off')
    expect(analyst.findings.value).toBeUndefined()
  })

  test('says that a game is over, and what a pass would allow', async () => {
    const last = seededGame(11, 'either').positions.at(-1)
    if (last === undefined) throw new Error('a game has a last position')
    expect(analystOf(last).analyst.state.value).toBe('over')
    const position = positionAt(4)
    const { analyst } = analystOf(passed(position))
    await until(() => analyst.findings.value !== undefined)
    const [move] = analyst.findings.value?.lines[0]?.moves ?? []
    expect(legalMoves(passed(position))).toContainEqual(move)
    expect(legalMoves(position)).not.toContainEqual(move)
  })

  test('that could not start says so, and starts when it is asked again', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    let attempts = 0
    const { analyst } = analystOf(positionAt(4), async () => {
      attempts++
      if (attempts === 1) throw new Error('no network')
      return startEngine()
    })
    await until(() => analyst.state.value === 'failed')
    expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('no network'))
    analyst.retry()
    await until(() => analyst.findings.value !== undefined)
  })

  test('that asks for more memory than there is says so, and works with less', async () => {
    const { analyst, settings } = analystOf(positionAt(4), async () => {
      const engine = startEngine()
      return {
        ...engine,
        configure: async (wanted) => {
          if (wanted.hashMiB === 512) throw new RangeError('no room')
          await engine.configure(wanted)
        },
      }
    })
    settings.value = { ...SETTINGS, hashMiB: 512 }
    await until(() => analyst.state.value === 'noRoom')
    settings.value = SETTINGS
    await until(() => analyst.findings.value !== undefined)
  })
})
