import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatBeginning, type GameRecord, parseRecords } from '@hokito/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHokito, type World } from './helpers.ts'

const ODD = fileURLToPath(new URL('odd-engine.mjs', import.meta.url))
const odd = (habit: string) => `node "${ODD}" ${habit}`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-match-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function runMatch(args: readonly string[], world?: World) {
  const ran = await runHokito(['match', ...args, '--seed', '1', '--json'], world)
  return { ...ran, result: ran.code === 2 || ran.out === '' ? undefined : JSON.parse(ran.out) }
}

async function readGames(name: string): Promise<readonly GameRecord[]> {
  const text = await readFile(join(folder, name), 'utf8')
  return Array.from(parseRecords(text), (parsed) => {
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
    return parsed.value
  })
}

describe('match', () => {
  test('plays every opening twice with colours swapped, and keeps the games', async () => {
    const out = join(folder, 'pairs.hgn')
    const args = ['--games', '6', '--parallel', '2', '--random-plies', '4', '--out', out]
    const { code, result } = await runMatch([odd('plain'), 'hokito', '--nodes', '300', ...args])
    expect(code).toBe(0)
    expect(result).toMatchObject({ games: 6, faults: [0, 0] })
    expect(result.won + result.drawn + result.lost).toBe(6)
    const games = await readGames('pairs.hgn')
    expect(games).toHaveLength(6)
    for (const round of ['1', '2', '3']) {
      const pair = games.filter(({ tags }) => tags.Round === round)
      const [first, second] = pair
      expect(pair).toHaveLength(2)
      expect(first && formatBeginning(first.beginning)).toBe(
        second && formatBeginning(second.beginning),
      )
      expect(first?.moves.slice(0, 4)).toEqual(second?.moves.slice(0, 4))
      expect(first?.tags.Black).toBe(second?.tags.White)
    }
  })

  test('a stronger engine wins, and a sequential test stops the match early', async () => {
    const args = ['--games', '400', '--depth', '2', '--sprt', '0,100']
    const { code, result } = await runMatch(['hokito', odd('plain'), ...args])
    expect(code).toBe(0)
    expect(result.sprt.accepted).toBe('H1')
    expect(result.games).toBeLessThan(100)
    expect(result.share).toBeGreaterThan(0.9)
    const other = await runMatch([odd('plain'), 'hokito', ...args])
    expect(other.code).toBe(1)
    expect(other.result.sprt.accepted).toBe('H0')
  })

  test.each([
    ['mute', 'timeout', 'ran out of time'],
    ['crash', 'abandoned', 'it exited with code 3: it hurts'],
    ['cheat', 'abandoned', 'it played a1a1'],
    ['babble', 'abandoned', 'it answered "error what?"'],
  ])('an engine that is %s loses by %s, and the match goes on', async (habit, kind, why) => {
    const out = join(folder, `${habit}.hgn`)
    const args = ['--games', '4', '--time', '0.05', '--grace', '0.3', '--out', out]
    const { code, result } = await runMatch([odd('plain'), odd(habit), ...args])
    expect(code).toBe(0)
    expect(result).toMatchObject({ won: 4, faults: [0, 4] })
    for (const { ending, comments, tags } of await readGames(`${habit}.hgn`)) {
      const winner = tags.Black === 'Odd plain' ? 'black' : 'white'
      expect(ending).toEqual({ kind, winner })
      expect(comments[0]?.text).toContain(why)
    }
  })

  test('a clock runs out for an engine that ignores it', async () => {
    const args = ['--games', '2', '--clock', '0.3', '--grace', '0.05']
    const { result } = await runMatch([odd('plain'), odd('mute'), ...args])
    expect(result).toMatchObject({ won: 2, faults: [0, 2] })
  })

  test.each([
    [odd('dead'), 'cannot be started: it exited with code 1'],
    ['no-such-program-here', 'cannot be started: there is no such command'],
  ])('%s cannot be started, and that is said', async (command, sentence) => {
    const { code, error, out } = await runMatch([command, 'hokito', '--games', '2'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toContain(sentence)
  })

  test('names an option that an engine refuses', async () => {
    const args = ['--games', '2', '--second', 'Colour=red']
    const { code, error } = await runMatch(['hokito', odd('plain'), ...args])
    expect(code).toBe(1)
    expect(error).toContain('Odd plain refuses Colour=red: no such option: Colour')
  })

  test('stops when it is interrupted, and keeps what was played', async () => {
    const interruption = new AbortController()
    const out = join(folder, 'stopped.hgn')
    setTimeout(() => interruption.abort(), 1500)
    const { code, result } = await runMatch(
      [odd('plain'), odd('plain'), '--games', '100000', '--out', out],
      { interrupted: interruption.signal },
    )
    expect(code).toBe(1)
    expect(await readGames('stopped.hgn')).toHaveLength(result.games)
  })

  test('never writes over games, but adds to them', async () => {
    const args = [odd('plain'), odd('plain'), '--games', '2', '--out', join(folder, 'kept.hgn')]
    await runMatch(args)
    const again = await runMatch(args)
    expect(again.code).toBe(1)
    expect(again.error).toContain('already exists: choose another name, or add to it with --append')
    await runMatch([...args, '--append'])
    expect(await readGames('kept.hgn')).toHaveLength(4)
  })

  test.each([
    [['--games', '3'], 'an even number'],
    [['--clock', 'fast'], '--clock must be a number of seconds'],
    [['--sprt', '10,0'], '--sprt must be two Elo differences'],
    [['--first', 'Hash'], 'written Name=value, not Hash'],
    [['--compensation', '41'], '--compensation must be 0 to 40 in halves'],
    [['--random-plies', '25'], '--random-plies must be a whole number from 0 to 24'],
  ])('%j is refused', async (args, sentence) => {
    const { code, error } = await runHokito(['match', 'hokito', 'hokito', ...args])
    expect(code).toBe(2)
    expect(error).toContain(sentence)
  })
})

describe('selfplay', () => {
  test('with a compensation records it, and the winner by it', async () => {
    const args = ['--games', '4', '--level', '1', '--seed', '5', '--compensation', '39.5']
    const { out } = await runHokito(['selfplay', ...args])
    const games = Array.from(parseRecords(out), (parsed) => parsed.ok && parsed.value)
    expect(games).toHaveLength(4)
    for (const game of games) expect(game).toMatchObject({ compensation: 39.5 })
  })

  test('writes whole games that can be read again', async () => {
    const args = ['--games', '3', '--level', '1', '--random-plies', '6', '--end-rule', 'onTurn']
    const { code, out } = await runHokito(['selfplay', ...args, '--parallel', '2'])
    expect(code).toBe(0)
    const games = Array.from(parseRecords(out), (parsed) => parsed.ok && parsed.value)
    expect(games).toHaveLength(3)
    for (const game of games) {
      expect(game).toMatchObject({ endRule: 'onTurn', ending: { kind: 'stuck' } })
    }
  })

  test('plays the same games again from the same seed', async () => {
    const args = ['selfplay', '--games', '2', '--nodes', '500', '--seed', '9']
    expect((await runHokito(args)).out).toBe((await runHokito(args)).out)
  })
})
