import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { WEIGHTS } from '../src/weights.ts'
import { Damage, readWeights } from '../train/files.mjs'
import { resultOf } from '../train/match.mjs'
import { train } from '../train/rounds.mjs'

const RECIPE = { seed: 5, games: 6, nodes: 300, labels: 3, labelNodes: 600 }
const PROGRAM = fileURLToPath(new URL('../train/run.mjs', import.meta.url))

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hokito-train-'))
  folders.push(folder)
  return folder
}

/** Trains two rounds with matches, and stops after some games and pairs. */
function trained(folder: string, options = {}, stopAfter = Number.POSITIVE_INFINITY) {
  let done = 0
  return train(
    { folder, rounds: 2, match: 4, recipe: RECIPE, ...options },
    { onProgress: () => done++, onResult: () => undefined, isStopped: () => done >= stopAfter },
  )
}

function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder).sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

/** Changes the text of a file. */
function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

function command(...options: string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...options], { encoding: 'utf8' })
}

describe('training', () => {
  test('gives the same files every time, also when it is cut and a line is torn', async () => {
    const [whole, cut] = [newFolder(), newFolder()]
    await trained(whole)
    const files = contentOf(whole)
    expect(Object.keys(files)).toEqual([
      ...['games-1.jsonl', 'games-2.jsonl', 'match-1.jsonl', 'match-2.jsonl', 'run.json'],
      ...['weights-1.json', 'weights-2.json'],
    ])
    for (const after of [1, 3, 2, 4, 1]) {
      expect(await trained(cut, {}, after)).toBeUndefined()
      for (const [file, text] of Object.entries(files)) {
        const isBegun = file.endsWith('.jsonl') && file in contentOf(cut)
        if (isBegun) appendFileSync(join(cut, file), text.slice(0, 10))
      }
    }
    expect(await trained(cut)).toBe(join(cut, 'weights-2.json'))
    expect(contentOf(cut)).toEqual(files)
  })

  test('fits weights to both end rules', async () => {
    const folder = newFolder()
    await trained(folder, { rounds: 1, match: 0 })
    const { weights } = readWeights(join(folder, 'weights-1.json'))
    expect(weights.either).not.toEqual(WEIGHTS.either)
    expect(weights.onTurn).not.toEqual(WEIGHTS.onTurn)
  })

  test('goes on with further rounds, and only with the recipe that it began with', async () => {
    const folder = newFolder()
    await trained(folder, { rounds: 1, match: 0 })
    await trained(folder, { match: 0 })
    expect(Object.keys(contentOf(folder))).toContain('weights-2.json')
    const other = { ...RECIPE, nodes: 301 }
    await expect(trained(folder, { recipe: other })).rejects.toThrow(
      'run.json, nodes: the run began with 300 and this is 301; take another folder',
    )
  })

  test.each([
    ['games-1.jsonl', (text: string) => text.replace('endRule', 'endrule'), 'line 1'],
    ['games-1.jsonl', (text: string) => text.slice(text.indexOf('\n') + 1), 'line 1: must have'],
    ['weights-1.json', (text: string) => text.replace(/\d+,/, '9$&'), 'checksum: does not fit'],
    ['weights-1.json', (text: string) => text.slice(0, 200), 'no JSON'],
    ['weights-1.json', () => '{"format":"other 1"}', 'format: is "other 1"'],
    ['run.json', (text: string) => text.replace(/"engine": "[^"]*"/, '"engine": "x"'), 'engine'],
  ])('refuses a damaged or foreign %s and says where', async (file, change, reason) => {
    const folder = newFolder()
    await trained(folder, { rounds: 1, match: 0 })
    edit(join(folder, file), change)
    const error = await trained(folder, { match: 0 }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(Damage)
    expect(error.message).toContain(file)
    expect(error.message).toContain(reason)
  })

  test('refuses weights of another run', async () => {
    const [folder, other] = [newFolder(), newFolder()]
    await trained(folder, { rounds: 1, match: 0 })
    await trained(other, { rounds: 1, match: 0, recipe: { ...RECIPE, seed: 6 } })
    const foreign = readFileSync(join(other, 'weights-1.json'))
    writeFileSync(join(folder, 'weights-1.json'), foreign)
    await expect(trained(folder)).rejects.toThrow('weights-1.json, recipe: is of another run')
  })
})

describe('the command', () => {
  test.each([
    [['--games', '3'], '--out FOLDER is missing'],
    [['--out', 'x', '--games', '0'], '--games must be a whole number from 1, not "0"'],
    [['--out', 'x', '--rounds', '1.5'], '--rounds must be a whole number from 1, not "1.5"'],
    [['--out', 'x', '--match', '3'], '--match must be even, not 3'],
    [['--out', 'x', '--speed', '3'], "Unknown option '--speed'"],
  ])('refuses %j', (options, reason) => {
    const { status, stderr } = command(...options)
    expect(stderr).toContain(reason)
    expect(status).toBe(2)
  })

  test('shows weights, and says which file it cannot read', async () => {
    const folder = newFolder()
    await trained(folder, { rounds: 1, match: 0 })
    const shown = command('--show', join(folder, 'weights-1.json'))
    expect(shown.stdout).toMatch(/^ {2}either: \{\n {4}margin: \[-?\d+, /)
    const missing = command('--show', join(folder, 'weights-9.json'))
    expect(missing.stderr).toContain('weights-9.json')
    expect(missing.status).toBe(1)
  })
})

test('the error of a match follows from its pairs', () => {
  const { counts, share, error, elo } = resultOf([2, 2, 2, 2, 3, 1, 4, 0])
  expect(counts).toEqual([1, 1, 4, 1, 1])
  expect([share, elo]).toEqual([0.5, 0])
  expect(error).toBeCloseTo(Math.sqrt(2.5 / 4 / 8 / 8), 9)
})
