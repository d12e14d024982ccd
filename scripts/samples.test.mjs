// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sourcesIn } from './imports.mjs'
import { commandsIn, samplesIn } from './samples.mjs'
import { ROOT } from './setup.mjs'

const SAMPLES = samplesIn(ROOT)

/** Samples of which only the imports are run, by a part of each, with the reason. */
const NOT_RUN = new Map([
  ['new HokitoClient(', 'needs the token of a bot account; bot-api.test.ts plays by this client'],
  ['const socket = io(', 'leaves out what a page does; the tests of the server speak like this'],
])

/** What the readers of a sample have already, by a part of the sample. */
const READERS_OWN = new Map([
  [
    'startEngine()',
    `import { parsePosition } from '@hokito/rules'
    const hfen = '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'
    const position = parsePosition(hfen, 'either').value
    const { signal } = new AbortController()
    const [onInfo, onProgress] = [() => {}, () => {}]`,
  ],
  [
    'createPainter(',
    `import { legalMoves, parseDeal, start as begin } from '@hokito/rules'
    const start = begin(parseDeal('77.1234567').value, 'either')
    const moves = legalMoves(start).slice(0, 1)`,
  ],
])

describe('samples of JavaScript', () => {
  const samples = SAMPLES.filter(({ language }) => ['js', 'ts'].includes(language))

  test('are found, and so are those that are not run', () => {
    expect(samples.length).toBeGreaterThan(8)
    for (const part of [...NOT_RUN.keys(), ...READERS_OWN.keys()]) {
      expect(samples.filter(({ code }) => code.includes(part))).toHaveLength(1)
    }
  })

  test.each(samples)('%# prints what it says: $file', ({ code }) => {
    const isRun = [...NOT_RUN.keys()].every((part) => !code.includes(part))
    const own = [...READERS_OWN].find(([part]) => code.includes(part))?.[1] ?? ''
    const imports = code.split('\n').filter((line) => line.startsWith('import '))
    const ran = runModule(
      // Another server may have the sample's port.
      isRun ? `${own}\n${code.replace('port: 3000', 'port: 0')}` : imports.join('\n'),
    )
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    const said = [...code.matchAll(/(?:\/\/ →|console\.log\(.*\) \/\/)(?: →)? (.*)/g)]
    if (isRun && said.length > 0) {
      expect(ran.stdout.trimEnd().split('\n')).toEqual(said.map(([, text]) => text))
    }
  })
})

describe('samples for a shell', () => {
  const commands = SAMPLES.filter(({ language }) => language === 'sh').flatMap(({ file, code }) =>
    commandsIn(code).map((command) => ({ file, ...command })),
  )
  const calls = commands
    .filter(({ words }) => words.length > 0)
    .map(({ file, words }) => ({ file, words, text: words.join(' ') }))
  const variables = new Set(commands.flatMap((command) => command.variables))

  test.each(calls)('can be given: $text ($file)', ({ words }) => {
    for (const word of words.filter((each) => IN_CHECKOUT.test(each))) {
      expect(existsSync(join(ROOT, word)), word).toBe(true)
    }
    const [program = '', ...args] = words[0] === 'npx' ? words.slice(1) : words
    if (program === 'npm') expectScript(args)
    else if (program === 'hokito') expectHokito(args)
    else expect([...OURS, ...OTHERS.keys()]).toContain(program)
  })

  test('set variables that something reads', () => {
    const texts = [...sourcesIn(ROOT), 'deploy/compose.yaml'].map((file) =>
      readFileSync(join(ROOT, file), 'utf8'),
    )
    const unread = [...variables].filter((name) => {
      const word = new RegExp(`\\b${name}\\b`)
      return !texts.some((text) => word.test(text))
    })
    expect(variables.size).toBeGreaterThan(5)
    expect(unread).toEqual([])
  })

  test('name no program without need', () => {
    const named = new Set(calls.map(({ words: [program = ''] }) => program))
    for (const program of OTHERS.keys()) expect(named).toContain(program)
  })
})

test('the commands of a sample are its lines without comments, quotes and redirections', () => {
  const code = `A=1 B='x y' D=$(ls a) npx hokito show "Rude Otter" 77.1 > out.svg   # draws\n# Then:\ncd x && ls\n\nC=2`
  expect(commandsIn(code)).toEqual([
    { variables: ['A', 'B', 'D'], words: ['npx', 'hokito', 'show', 'Rude Otter', '77.1'] },
    { variables: [], words: ['cd', 'x'] },
    { variables: [], words: ['ls'] },
    { variables: ['C'], words: [] },
  ])
})

/** Programs whose files the sample names; they run long or are tests themselves. */
const OURS = ['node', 'vitest']

/** Programs of the system, each with the reason why no test gives the command. */
const OTHERS = new Map([
  ['git', 'needs the network'],
  ['cd', 'needs what git makes'],
  ['cp', 'writes to /etc'],
  ['systemctl', 'starts a service'],
  ['journalctl', 'needs the service'],
  ['cat', 'writes a file for docker'],
  ['END', 'ends that file'],
  ['docker', 'needs images from the network'],
  ['pg_dump', 'needs a database of a server; transfer.test.ts has one'],
  ['createdb', 'needs a database server'],
  ['pg_restore', 'needs what pg_dump writes'],
])

/** Commands of `hokito` that are quick and change nothing, with what makes them quicker. */
const HARMLESS = new Map([
  ['--help', []],
  ['show', []],
  ['analyse', ['--depth', '3']],
])

const IN_CHECKOUT = /^(?:bench|deploy|docs|fixtures|packages|scripts)\//

/**
 * Expects that a command of npm is a script of the checkout, and that the script has its options.
 * @param {readonly string[]} args
 */
function expectScript(args) {
  const [first = '', ...more] = args.filter((arg) => arg !== 'run' && arg !== '--silent')
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const script = scripts[first]?.split(' ').at(-1) ?? ''
  expect(script, first).toMatch(/\.mjs$/)
  const folder = join(ROOT, dirname(script))
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  const source = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  for (const option of optionsIn(more)) expect(source).toContain(option)
}

/**
 * Expects that a call of `hokito` succeeds if it is harmless; otherwise that its help knows the
 * command and its options.
 * @param {readonly string[]} args
 */
function expectHokito(args) {
  const lighter = HARMLESS.get(args[0] ?? '')
  if (lighter !== undefined) {
    expect(runHokito([...args, ...lighter])).toMatchObject({ status: 0, stderr: '' })
    return
  }
  const at = args.findIndex((arg) => !/^[a-z-]+$/.test(arg) || arg.startsWith('-'))
  const names = args.slice(0, at === -1 ? undefined : at)
  const { status, stdout } = runHokito([...names, '--help'])
  expect([status, stdout]).toEqual([0, expect.stringContaining(`hokito ${names.join(' ')}`)])
  for (const option of optionsIn(args)) expect(stdout).toContain(option)
}

/** @param {readonly string[]} args */
function optionsIn(args) {
  return args.filter((arg) => /^--\w/.test(arg))
}

/** @param {readonly string[]} args */
function runHokito(args) {
  return runNode([join(ROOT, 'packages', 'cli', 'bin', 'hokito.mjs'), ...args])
}

/**
 * Runs a module that imports the packages by their names.
 * @param {string} code
 */
function runModule(code) {
  // Beside the packages, and where no other test looks for sources.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.sample-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'sample.mjs')
  writeFileSync(file, code)
  return runNode([file])
}

/** @param {readonly string[]} args */
function runNode(args) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env })
}
