import { describe, expect, test } from 'vitest'
import { runHokito } from './helpers.ts'

const COMMANDS = [
  'play',
  'show',
  'moves',
  'deal',
  'replay',
  'picture',
  'analyse',
  'solve',
  'puzzles',
  'match',
  'selfplay',
  'perft',
  'bench',
  'ugi',
  'bot',
  'serve',
  'backup',
  'restore',
  'export',
  'migrate-store',
  'ratings',
  'verify-deal',
  'admin',
]

describe('help', () => {
  test('lists every command', async () => {
    const { code, out } = await runHokito(['--help'])
    expect(code).toBe(0)
    const [, commands = ''] = /\nCommands:\n(.*?)\n\n/s.exec(out) ?? []
    const listed = [...commands.matchAll(/^ {2}([a-z-]+)/gm)].map(([, command]) => command)
    expect(listed).toEqual([...COMMANDS, 'help'])
  })

  test.each(COMMANDS)('of %s has examples', async (command) => {
    const { code, out } = await runHokito([command, '--help'])
    expect(code).toBe(0)
    expect(out).toContain('Examples:\n  ')
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(90)
  })

  test('--version tells the version', async () => {
    expect((await runHokito(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('wrong calls end with 2 and say what to do', () => {
  test.each([
    [['nonsense'], "hokito: unknown command 'nonsense'"],
    [['show'], "missing required argument 'position'"],
    [['show', '77.1', '--colour'], "unknown option '--colour'"],
    [['deal', '--kind', 'odd'], 'Allowed choices are standard, mirrored, scattered'],
    [['deal', '--count', '0'], '--count must be a whole number from 1'],
    [['deal', '--count', '-3'], '--count must be a whole number from 1'],
    [['perft', 'deep'], 'the depth must be a whole number from 0 to 36, not deep'],
    [['play', '--level', '11'], '--level must be a whole number from 1 to 10'],
    [['serve', '--port', 'high'], '--port must be a whole number from 0 to 65535'],
    [['play', '--color', 'red'], '--color must be black, white or random'],
    [['play', '--colour', 'red'], '--color must be black, white or random'],
    [['moves', '77.1', '--end-rule', 'never'], '--end-rule must be "either" or "onTurn"'],
  ])('%j', async (args, sentence) => {
    const { code, out, error } = await runHokito(args)
    expect(code).toBe(2)
    expect(error).toContain(sentence)
    expect(error).not.toMatch(/\n {4}at /)
    expect(out).toBe('')
  })
})

describe('a broken position is shown with a mark under the fault', () => {
  test.each([
    [
      '7x.1',
      'this position cannot be read: a square is written as -, a, b, c, A, B or C here\n  7x.1\n  ^\n',
    ],
    ['77', 'this deal cannot be read: a deal number looks like 77.1234567 or s42\n  77\n'],
    ['07.1', 'numbers are written without leading zeros\n  07.1\n  ^\n'],
    ['1.99999999', 'there is no deal with such a high number\n  1.99999999\n    ^\n'],
    ['------/------/--x---/------/------/------ b', '\n                  ^\n'],
    ['------/------/------/------/------/------ x', 'after the board come a space and b or w'],
    ['------/-----/------/------/------/------ b', 'a rank has fewer than six squares'],
    ['a36b-----/------/------/------/------/------ b', 'there are more than 36 pieces'],
  ])('%s', async (position, sentence) => {
    const { code, error } = await runHokito(['show', position])
    expect(code).toBe(2)
    expect(error).toContain(sentence)
  })

  test('only the neighbourhood of a fault in a long text is shown', async () => {
    const { error } = await runHokito(['show', `------/${'-'.repeat(5000)}`])
    expect(error).toContain('a rank has more than six squares')
    expect(error.length).toBeLessThan(300)
  })
})
