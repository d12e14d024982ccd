import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAYS, foreseen, linesFrom, ownLines, setLines } from '../helpers/lines.ts'
import { type Club, describeOnNodes, type Node, startClub } from '../helpers/nodes.ts'
import { commandId, Page, pairUp } from '../helpers/page.ts'
import { playTo } from '../helpers/play.ts'

let club: Club
let one: Node
let other: Node
beforeAll(async () => {
  club = await startClub()
  one = club.nodes[0] ?? expect.fail()
  other = club.nodes[1] ?? expect.fail()
})
afterAll(() => club.close())

/** Black is on one node and White on the other, with Black to move. */
async function begin() {
  const table = await pairUp(one.url, DAYS, other.url)
  await playTo(table, 4)
  return table
}

describeOnNodes('conditional lines on two nodes', () => {
  test('reply on a node that has not heard of them, and are seen from it', async () => {
    const { black, white, game } = await begin()
    const moves = foreseen(white, game)
    const lines = linesFrom(moves)
    expect((await setLines(white, game, lines)).ok).toBe(true)
    const twin = new Page(one.url)
    twin.cookie = white.cookie
    await twin.signIn()
    await twin.connect()
    await twin.openGame(game)
    expect(await ownLines(twin, game)).toMatchObject({ lines })
    // Changed again since this node has read the lines.
    const changed = linesFrom(foreseen(white, game, 1))
    expect((await setLines(white, game, changed)).ok).toBe(true)
    const [move, reply] = foreseen(white, game, 1)
    expect((await black.move(game, move)).ok).toBe(true)
    for (const page of [black, white, twin]) {
      await page.sees(game, (view) => view.moves.length === 6)
      expect(page.view(game).moves.slice(4)).toEqual([move, reply])
    }
    expect(await ownLines(twin, game)).toMatchObject({ ply: 6, played: [5] })
    for (const page of [black, white, twin]) page.close()
  })

  test('are taken back on one node, and do not reply on the other', async () => {
    const { black, white, game } = await begin()
    const moves = foreseen(white, game)
    await setLines(white, game, linesFrom(moves))
    await black.openGame(game)
    await setLines(white, game, '')
    await black.move(game, moves[0])
    await white.sees(game, (view) => view.moves.length === 5)
    expect(await ownLines(white, game)).toEqual({ ply: 5, lines: '', played: [] })
    for (const page of [black, white]) page.close()
  })

  test('that are sent again to the other node, which has not heard of newer ones, put nothing back', async () => {
    const { black, white, game } = await begin()
    const twin = new Page(one.url)
    twin.cookie = white.cookie
    await twin.signIn()
    await twin.connect()
    await twin.openGame(game)
    const message = (order: number, n: number) =>
      ({
        type: 'setLines',
        game,
        ply: 4,
        id: commandId(),
        lines: linesFrom(foreseen(white, game, n)),
        order,
      }) as const
    const [first, second] = [message(1, 0), message(2, 1)]
    expect((await white.send(second)).ok).toBe(true)
    expect(await twin.send(first)).toMatchObject({ ok: false, refusal: { code: 'stale' } })
    expect(await ownLines(twin, game)).toMatchObject({ lines: second.lines })
    for (const page of [black, white, twin]) page.close()
  })

  test('reply if they were accepted, and are refused otherwise, when the move comes in the same moment', async () => {
    for (let n = 0; n < 12; n++) {
      const { black, white, game } = await begin()
      const moves = foreseen(white, game)
      const moving = () => black.move(game, moves[0])
      const setting = () => setLines(white, game, linesFrom(moves))
      // The two messages take turns in being sent first.
      const first = n % 2 === 0 ? setting() : undefined
      const moved = moving()
      const set = await (first ?? setting())
      expect((await moved).ok).toBe(true)
      const { moves: played } = await black.openGame(game)
      expect(played.length).toBe(set.ok ? 6 : 5)
      if (!set.ok) expect(set.refusal.code).toBe('stale')
      for (const page of [black, white]) page.close()
    }
  })
})
