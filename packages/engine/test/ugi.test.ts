import { formatPosition } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createUgiSession, type Engine, type UgiSession } from '../dist/index.js'
import { startEngine } from '../dist/node.js'

const engines: Engine[] = []

afterEach(async () => {
  await Promise.all(engines.splice(0).map((started) => started.close()))
})

/** What a session writes for these lines of input; a proof or search at their end is waited for. */
async function answers(
  input: readonly string[],
  onLine: (line: string, session: UgiSession) => void = () => undefined,
): Promise<readonly string[]> {
  const engine = startEngine()
  engines.push(engine)
  const lines: string[] = []
  await new Promise<void>((resolve) => {
    const session = createUgiSession({
      engine,
      name: 'test',
      write: (line) => {
        lines.push(line)
        onLine(line, session)
        if (/^(solved|bestmove) /.test(line)) resolve()
      },
    })
    let before = 0
    for (const line of input) {
      before = lines.length
      session.handle(line)
    }
    // What a `go` says at once is a refusal.
    if (input.at(-1)?.startsWith('go ') !== true || lines.length > before) resolve()
  })
  return lines
}

const LATE = '-A4-B--/--AC2--/b2---b6-/C4-----/--a2b2--/-a-b10-a b'
const DRAWN = '----B10A/--B2C2--/Bc10----/a--b4--/----C4-/-b---- b'
const OVER = '------/------/------/------/------/a----B2 b'
const VERDICT =
  /^info depth \d+ score solved (win|draw|loss) nodes \d+ nps \d+ time \d+ hashfull \d+ pv [a-f][1-6][a-f][1-6]$/

describe('go solve', () => {
  test('tells the verdict first, then the exact margin', async () => {
    const [info, solved, ...more] = await answers([`position hfen ${LATE}`, 'go solve'])
    expect(info).toMatch(VERDICT)
    expect(info).toContain('score solved win')
    expect(solved).toMatch(/^solved win margin 44 nodes \d+ time \d+$/)
    expect(more).toEqual([])
  })

  test('ends with the verdict where only that is asked', async () => {
    const [info, solved] = await answers([`position hfen ${LATE}`, 'go solve verdict'])
    expect(info).toMatch(VERDICT)
    expect(solved).toMatch(/^solved win margin \? nodes \d+ time \d+$/)
  })

  test('knows the margin of a draw and of a finished game in either case', async () => {
    for (const go of ['go solve', 'go solve verdict']) {
      const drawn = await answers([`position hfen ${DRAWN}`, go])
      expect(drawn.at(-1)).toMatch(/^solved draw margin 0 /)
      const over = await answers([`position hfen ${OVER}`, go])
      expect(over.at(-1)).toMatch(/^solved loss margin -\d+ /)
    }
  })

  test('stopped between verdict and margin leaves the margin open', async () => {
    const position = seededGame(2, 'either').positions[15]
    if (position === undefined) throw new Error('the game is too short')
    const lines = await answers(
      [`position hfen ${formatPosition(position)}`, 'go solve'],
      (line, session) => {
        if (line.startsWith('info ')) session.handle('stop')
      },
    )
    expect(lines.at(-1)).toMatch(/^solved (win|loss) margin \? nodes \d+ time \d+$/)
  })

  test.each(['go solve now', 'go solve verdict now', 'go solve Verdict'])(
    '%s is an error',
    async (line) => {
      const [error, ...more] = await answers([line])
      expect(error).toMatch(/^error unexpected \w+ after go solve$/)
      expect(more).toEqual([])
    },
  )
})

/** What a session writes, without `info`, for lines that come all at once; the input then ends. */
async function answersAtOnce(engine: Engine, input: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  const session = createUgiSession({ engine, name: 'test', write: (line) => lines.push(line) })
  for (const line of input) session.handle(line)
  session.end()
  await session.finished
  return lines.filter((line) => !line.startsWith('info '))
}

describe('commands are taken in the order of their lines', () => {
  const engine = startEngine()
  afterAll(() => engine.close())
  const MOVE = /^bestmove [a-f][1-6][a-f][1-6]$/
  test.each([
    { input: ['go infinite', 'stop', 'position deal 5.6', 'go depth 3'], said: [MOVE, MOVE] },
    { input: ['go depth 3', 'go depth 2', 'stop', 'stop', 'go depth 1'], said: [MOVE, MOVE, MOVE] },
    { input: ['go infinite', 'go infinite', 'stop'], said: [MOVE, MOVE] },
    { input: ['go infinite', 'go depth 2'], said: [MOVE, MOVE] },
    { input: ['go infinite', 'stop', 'go perft 2'], said: [MOVE, /^nodes \d+$/] },
    { input: ['go infinite', 'go perft 9', 'stop'], said: [MOVE, 'nodes unknown'] },
    {
      input: ['go infinite', 'stop', `position hfen ${LATE}`, 'go solve', 'go depth 1'],
      said: [MOVE, /^solved win margin 44 /, MOVE],
    },
    { input: ['go solve', 'stop', 'go depth 1'], said: ['solved unknown', MOVE] },
    {
      input: ['go infinite', 'setoption name Hash value 1', 'uginewgame', 'isready', 'stop', 'go'],
      said: ['readyok', MOVE, MOVE],
    },
    {
      input: ['go depth 2', `position hfen ${OVER}`, 'go depth 2', 'query gameover'],
      said: ['response true', MOVE, 'bestmove none'],
    },
  ])('$input', async ({ input, said }) => {
    const lines = await answersAtOnce(engine, ['position deal 77.1234567', ...input])
    expect(lines).toEqual(
      said.map((text) => (text instanceof RegExp ? expect.stringMatching(text) : text)),
    )
  })

  test('a script of thousands of commands is answered, also where it is not held back', async () => {
    const lines: string[] = []
    const session = createUgiSession({ engine, name: 'test', write: (line) => lines.push(line) })
    for (let n = 0; n < 3000; n++) {
      session.handle('go perft 0')
      await session.room()
    }
    session.end()
    await session.finished
    expect(lines).toEqual(Array.from({ length: 3000 }, () => 'nodes 1'))
    const refused = await answersAtOnce(
      engine,
      Array.from({ length: 1001 }, () => 'go perft 0'),
    )
    expect(refused[0]).toBe('error 1000 commands are waiting already')
    expect(refused.slice(1)).toEqual(Array.from({ length: 1000 }, () => 'nodes 1'))
  })
})

describe('the size of the table', () => {
  /** A session whose engine has little memory, and the sizes that the engine was asked for. */
  function sized() {
    const engine = startEngine()
    engines.push(engine)
    const asked: (number | undefined)[] = []
    const lines: string[] = []
    const session = createUgiSession({
      engine: {
        ...engine,
        configure: async (settings) => {
          asked.push(settings.hashMiB)
          if ((settings.hashMiB ?? 0) > 1000) throw new Error('there is not enough memory')
          await engine.configure(settings)
        },
      },
      name: 'test',
      write: (line) => lines.push(line),
    })
    const finish = async () => {
      session.end()
      await session.finished
      return { asked, errors: lines.filter((line) => line.startsWith('error ')) }
    }
    return { session, finish }
  }

  test('is asked for again after the engine had no memory for it', async () => {
    const { session, finish } = sized()
    for (const size of [4096, 4096, 2, 2, 32]) session.handle(`setoption name Hash value ${size}`)
    session.handle('setoption name Threads value 1')
    session.handle('setoption name MultiPV value 2')
    const noMemory = 'error there is not enough memory'
    expect(await finish()).toEqual({ asked: [4096, 4096, 2, 32], errors: [noMemory, noMemory] })
  })

  test('is asked for again after too many commands waited', async () => {
    const { session, finish } = sized()
    for (let n = 0; n < 1000; n++) session.handle('go perft 0')
    session.handle('setoption name Hash value 2')
    await session.room()
    session.handle('setoption name Hash value 2')
    expect(await finish()).toEqual({
      asked: [2],
      errors: ['error 1000 commands are waiting already'],
    })
  })
})

describe('leaving is no error', () => {
  const WAITING = [
    'uginewgame',
    'setoption name Hash value 1',
    'setoption name Threads value 2',
    'isready',
    'go depth 2',
    'go perft 9',
    'go solve',
  ]
  test.each(['quit', 'stop'])('by %s, whatever waits for the engine', async (way) => {
    const engine = startEngine()
    const lines: string[] = []
    const session = createUgiSession({ engine, name: 'test', write: (line) => lines.push(line) })
    for (const line of ['go infinite', ...WAITING, way]) session.handle(line)
    session.end()
    await session.finished
    await engine.close()
    const said = lines.filter((line) => !line.startsWith('info '))
    expect(said.map((line) => line.split(' ')[0])).toEqual([
      'readyok',
      'bestmove',
      'bestmove',
      'nodes',
      'solved',
    ])
  })
})

describe('setoption', () => {
  test.each([
    'setoption name endrule value onturn',
    'setoption name ENDRULE value ONTURN',
    'setoption name EndRule value onTurn',
  ])('%s sets the end rule', async (line) => {
    // White is stuck here, Black is not.
    const stuck = `position hfen ------/------/------/------/------/a----a b`
    const lines = await answers([stuck, 'query gameover', line, 'query gameover'])
    expect(lines).toEqual(['response true', 'response false'])
  })

  test('sets the compensation, by which games are won and positions proved', async () => {
    const stuck = 'position hfen ------/------/------/------/------/a----a b'
    const lines = await answers([
      stuck,
      'query result',
      'setoption name compensation value 2',
      'query result',
      'setoption name Compensation value 2.5',
      'query result',
      'setoption name Compensation value 40',
      `position hfen ${LATE}`,
      'go solve',
    ])
    expect(lines.slice(0, 3)).toEqual(['response p1win', 'response draw', 'response p2win'])
    expect(lines.at(-1)).toMatch(/^solved win margin 4 /)
  })

  test('proves margins with a half', async () => {
    const set = 'setoption name Compensation value 13.5'
    const lines = await answers([set, `position hfen ${LATE}`, 'go solve'])
    expect(lines.at(-1)).toMatch(/^solved win margin 30\.5 /)
  })

  test.each(['40.5', '-1', '1.25', '13.50', '01', 'half'])(
    'refuses %s as a compensation',
    async (value) => {
      const lines = await answers([`setoption name Compensation value ${value}`])
      expect(lines).toEqual([`error Compensation must be 0 to 40 in halves, not ${value}`])
    },
  )

  test('takes numeric options in any letter case, and names them as introduced in errors', async () => {
    const lines = await answers([
      'setoption name MULTIPV value 2',
      'setoption name hash value 0',
      'setoption name __PROTO__ value 1',
      'position deal 77.1234567',
      'go depth 1',
    ])
    expect(lines.slice(0, 2)).toEqual([
      'error Hash must be a whole number from 1 to 4096, not 0',
      'error no such option: __PROTO__',
    ])
    expect(lines.filter((line) => line.includes(' multipv 2 '))).toHaveLength(1)
  })
})
