import { FIRST_DAY, type GameId, positionOfDay } from '@hokito/protocol'
import { formatMove, legalMoves, newRecord, parseDeal } from '@hokito/rules'
import { expect, test } from 'vitest'
import { createAnalysisStore, type KeptAnalysis, MOST_KEPT } from '../analysis/analysis-store.ts'
import { ROOT } from '../analysis/tree.ts'
import { newAnalysis } from '../analysis/tree-record.ts'
import { createDailyStore } from '../daily/daily-store.ts'
import { memoryStorage } from '../device/memory-storage.ts'
import { createSettings } from '../device/settings.ts'
import { createChaptersRead, createCourseProgress } from '../learn/course/course-progress.ts'
import { createProgress } from '../learn/progress.ts'
import { createGameStore } from '../local/game-store.ts'
import { livePosition, newGame, withMove } from '../local/local-game.ts'
import { seatsAgainst } from '../local/start-game.ts'
import { createOwnSides } from '../online/own-sides.ts'
import { createPuzzleStore, withDay, withTry } from '../puzzles/puzzle-store.ts'
import { createAccuracyLog, withAccuracy } from '../review/accuracy-log.ts'
import { type Belongings, formatBackup, restoreBackup } from './backup.ts'

const NOW = 1_700_000_000_000
const parsed = parseDeal('1.2')
if (!parsed.ok) throw new Error('the deal of this test is wrong')
const DEAL = parsed.value

function device(storage: Storage = memoryStorage()): Belongings & { readonly storage: Storage } {
  return {
    storage,
    store: createGameStore(storage, new EventTarget()),
    settings: createSettings(storage),
    progress: createProgress(storage),
    course: createCourseProgress(() => storage),
    chaptersRead: createChaptersRead(() => storage),
    analyses: createAnalysisStore(() => storage),
    daily: createDailyStore(() => storage),
    puzzles: createPuzzleStore(() => storage),
    accuracies: createAccuracyLog(() => storage),
    ownSides: createOwnSides(() => storage),
  }
}

const PUZZLE = { id: 'abc1234', rating: 1600, themes: ['tower'] }
const RECORD = newRecord({ kind: 'deal', deal: DEAL }, 'either')

/** An analysis last changed at this time. */
function analysisOf(id: string, now: number, comment = ''): KeptAnalysis {
  const analysis = newAnalysis({ kind: 'deal', deal: DEAL }, 'either')
  return {
    id,
    revision: 1,
    changedAt: now,
    analysis: { ...analysis, tree: { ...analysis.tree, comment } },
    place: { path: ROOT, folded: [] },
  }
}

/** Stores a game with one move at this time. */
function playOn({ store }: Belongings, id: string, now: number): void {
  const terms = {
    seats: seatsAgainst({ kind: 'computer', level: 3 }, 'black'),
    setup: 'standard',
    beginning: { kind: 'deal', deal: DEAL },
    endRule: 'either',
    compensation: 0,
    timeControl: undefined,
  } as const
  const game = newGame(id, terms, now)
  const [move] = legalMoves(livePosition(game))
  const moved = move && withMove(game, move, 0)
  if (moved === undefined || !store.save(moved, now).ok) throw new Error('the game is not stored')
}

/** Everything stored, to check that nothing has changed. */
function contents({ storage }: { readonly storage: Storage }): Record<string, string | null> {
  const keys = Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? '')
  return Object.fromEntries(keys.sort().map((key) => [key, storage.getItem(key)]))
}

function full() {
  const from = device()
  playOn(from, 'one', NOW)
  playOn(from, 'two', NOW + 1)
  from.settings.change({ theme: 'contrast', language: 'pl', volume: 0 })
  from.progress.finish('board', 'tactics')
  from.course.finish('safe.1', 'count.3')
  from.chaptersRead.finish('opens', 'tower')
  from.analyses.takeIn([analysisOf('three', NOW, 'mine'), analysisOf('four', NOW + 1)])
  from.puzzles.change((now) =>
    withDay(withTry(now, PUZZLE, { isSolved: true, counts: true, at: NOW }), '2026-11-23', {
      id: PUZZLE.id,
      result: 'first',
    }),
  )
  from.ownSides.keep('game1' as GameId, 'white')
  from.accuracies.change((log) => withAccuracy(log, RECORD, { at: NOW, accuracy: 81.5 }))
  return from
}

test('a backup brings everything to another device', () => {
  const from = full()
  const to = device()
  expect(restoreBackup(formatBackup(from), to)).toEqual({
    ok: true,
    value: { games: { added: 2, kept: 0 }, analyses: { added: 2, kept: 0 } },
  })
  expect(to.analyses.list()).toEqual(from.analyses.list())
  expect(to.store.list()).toEqual(from.store.list())
  expect(to.settings.settings.value).toEqual(from.settings.settings.value)
  expect([...to.progress.done.value].sort()).toEqual(['board', 'tactics'])
  expect([...to.course.done.value].sort()).toEqual(['count.3', 'safe.1'])
  expect([...to.chaptersRead.done.value].sort()).toEqual(['opens', 'tower'])
  expect(to.puzzles.value.value).toEqual(from.puzzles.value.value)
  expect(to.accuracies.value.value).toEqual(from.accuracies.value.value)
  expect(to.ownSides.all.value).toEqual([{ game: 'game1', side: 'white' }])
})

test('what was reached with puzzles here is joined by what a backup brings', () => {
  const to = device()
  to.puzzles.change((now) => withDay(now, '2026-11-22', { id: 'q', result: 'shown' }))
  restoreBackup(formatBackup(full()), to)
  expect(Object.keys(to.puzzles.value.value.days).sort()).toEqual(['2026-11-22', '2026-11-23'])
  expect(createPuzzleStore(() => to.storage).value.value.tried).toEqual([PUZZLE.id])
})

test('games and analyses that have gone on here since stay as they are', () => {
  const from = full()
  const backup = formatBackup(from)
  const game = from.store.load('one')
  if (!game.ok || game.value === undefined) throw new Error('the game is not there')
  from.store.save(game.value, NOW + 500)
  from.analyses.takeIn([analysisOf('three', NOW + 500, 'mine, longer')])
  expect(restoreBackup(backup, from)).toEqual({
    ok: true,
    value: { games: { added: 0, kept: 2 }, analyses: { added: 0, kept: 2 } },
  })
  expect(from.analyses.load('three')).toMatchObject({
    analysis: { tree: { comment: 'mine, longer' } },
  })
  const after = from.store.load('one')
  expect(after.ok && after.value?.updatedAt).toBe(NOW + 500)
})

test('a backup of the time before there were analyses and puzzles is read', () => {
  const {
    analyses: _,
    puzzles: __,
    accuracies: ___,
    chaptersRead: ____,
    ...old
  } = JSON.parse(formatBackup(full()))
  expect(restoreBackup(JSON.stringify(old), device())).toEqual({
    ok: true,
    value: { games: { added: 2, kept: 0 }, analyses: { added: 0, kept: 0 } },
  })
})

test('where more analyses come than are kept, the oldest go', () => {
  const to = device()
  const many = Array.from({ length: MOST_KEPT - 1 }, (_, n) => analysisOf(`here${n}`, NOW - 9 + n))
  to.analyses.takeIn(many)
  restoreBackup(formatBackup(full()), to)
  expect(to.analyses.list().kept).toHaveLength(MOST_KEPT)
  expect([to.analyses.load('here0'), to.analyses.load('three')]).toEqual([
    'absent',
    expect.objectContaining({ id: 'three' }),
  ])
})

const broken = JSON.parse(formatBackup(full()))
type Broken = [what: string, text: string, error: object]

test.each<Broken>([
  ['no JSON', '{', { code: 'notJson' }],
  ['a list', '[]', { code: 'notBackup' }],
  ['another format', '{"format":"zip"}', { code: 'notBackup' }],
  ['a later version', JSON.stringify({ ...broken, version: 2 }), { code: 'notBackup' }],
  [
    'settings of another kind',
    JSON.stringify({ ...broken, settings: { theme: 'pink' } }),
    { code: 'badSettings' },
  ],
  [
    'a game that cannot be read',
    JSON.stringify({ ...broken, games: [broken.games[0], { ...broken.games[1], hgn: '?' }] }),
    { code: 'badGame', n: 2, reason: 'badRecord' },
  ],
  [
    'an analysis that cannot be read',
    JSON.stringify({ ...broken, analyses: [broken.analyses[0], { id: 'x', hgn: '?' }] }),
    { code: 'badAnalysis', n: 2 },
  ],
  [
    'progress with puzzles that cannot be read',
    JSON.stringify({ ...broken, puzzles: { ...broken.puzzles, rushBest: 'many' } }),
    { code: 'notBackup' },
  ],
  [
    'an accuracy of more than everything',
    JSON.stringify({ ...broken, accuracies: [{ game: 'x', at: 1, accuracy: 101 }] }),
    { code: 'notBackup' },
  ],
  ...(
    [
      ['a game', { games: [{ ...broken.games[0], updatedAt: 1e300 }] }, 'badGame'],
      ['an analysis', { analyses: [{ ...broken.analyses[0], changedAt: 1e300 }] }, 'badAnalysis'],
      ['a rating', { puzzles: { ...broken.puzzles, ratedAt: -1e300 } }, 'notBackup'],
      ['a review', { accuracies: [{ game: 'x', at: 1e16, accuracy: 50 }] }, 'notBackup'],
    ] as const
  ).map(
    ([what, change, code]): Broken => [
      `${what} of a time that is no date`,
      JSON.stringify({ ...broken, ...change }),
      expect.objectContaining({ code }),
    ],
  ),
  [
    'an analysis under a strange name',
    JSON.stringify({ ...broken, analyses: [{ ...broken.analyses[0], id: '../x' }] }),
    { code: 'notBackup' },
  ],
])('%s is refused, and nothing changes', (_, text, error) => {
  const to = full()
  const before = contents(to)
  expect(restoreBackup(text, to)).toEqual({ ok: false, error })
  expect(contents(to)).toEqual(before)
})

const PARTS = ['puzzles', 'accuracy', 'ownSides', 'settings', 'learn', 'course', 'chaptersRead']
test.each(['two', 'four', ...PARTS.map((part) => `hokito:${part}`)])(
  'where the room runs out at %s, nothing changes',
  (last) => {
    const storage = memoryStorage()
    const to = device(storage)
    playOn(to, 'here', NOW)
    const before = contents(to)
    const write = storage.setItem
    storage.setItem = (key, value) => {
      if (key.endsWith(last)) throw new DOMException('full', 'QuotaExceededError')
      write(key, value)
    }
    const restored = restoreBackup(formatBackup(full()), to)
    expect(restored).toEqual({ ok: false, error: { code: 'noRoom' } })
    expect(contents(to)).toEqual(before)
  },
)

test('games of the day come along, unless what is here is known better', () => {
  const [day, moves] = [
    FIRST_DAY,
    [formatMove(legalMoves(positionOfDay(FIRST_DAY))[0] ?? expect.fail())],
  ]
  const begun = { day, level: 3, moves, fate: { kind: 'running' } } as const
  const [from, to] = [full(), device()]
  from.daily.save(begun)
  from.daily.save({ ...begun, level: 4, moves: [] })
  to.daily.save({ ...begun, level: 4 })
  expect(restoreBackup(formatBackup(from), to).ok).toBe(true)
  expect(to.daily.load(begun)).toEqual(begun)
  expect(to.daily.load({ day, level: 4 })?.moves).toEqual(moves)
})
