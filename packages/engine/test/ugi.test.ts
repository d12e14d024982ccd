import { formatPosition } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterEach, describe, expect, test } from 'vitest'
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
