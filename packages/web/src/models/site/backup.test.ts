import { legalMoves, parseDeal } from '@hokito/rules'
import { expect, test } from 'vitest'
import { createSettings } from '../device/settings.ts'
import { createProgress } from '../learn/progress.ts'
import { createGameStore, memoryStorage } from '../local/game-store.ts'
import { livePosition, newGame, withMove } from '../local/local-game.ts'
import { seatsAgainst } from '../local/start-game.ts'
import { type Belongings, formatBackup, restoreBackup } from './backup.ts'

const NOW = 1_700_000_000_000

function device(storage: Storage = memoryStorage()): Belongings & { readonly storage: Storage } {
  return {
    storage,
    store: createGameStore(storage, new EventTarget()),
    settings: createSettings(storage),
    progress: createProgress(storage),
  }
}

/** A game with one move, stored at a time. */
function playOn({ store }: Belongings, id: string, now: number): void {
  const deal = parseDeal('1.2')
  if (!deal.ok) throw new Error('the deal of this test is wrong')
  const terms = {
    seats: seatsAgainst({ kind: 'computer', level: 3 }, 'black'),
    setup: 'standard',
    beginning: { kind: 'deal', deal: deal.value },
    endRule: 'either',
    timeControl: undefined,
  } as const
  const game = newGame(id, terms, now)
  const [move] = legalMoves(livePosition(game))
  const moved = move && withMove(game, move, 0)
  if (moved === undefined || !store.save(moved, now).ok) throw new Error('the game is not stored')
}

/** Everything stored, for seeing that nothing has changed. */
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
  return from
}

test('a backup brings everything to another device', () => {
  const from = full()
  const to = device()
  expect(restoreBackup(formatBackup(from), to)).toEqual({
    ok: true,
    value: { added: 2, kept: 0 },
  })
  expect(to.store.list()).toEqual(from.store.list())
  expect(to.settings.settings.value).toEqual(from.settings.settings.value)
  expect([...to.progress.done.value].sort()).toEqual(['board', 'tactics'])
})

test('games that have gone on here since stay as they are', () => {
  const from = full()
  const backup = formatBackup(from)
  const game = from.store.load('one')
  if (!game.ok || game.value === undefined) throw new Error('the game is not there')
  from.store.save(game.value, NOW + 500)
  expect(restoreBackup(backup, from)).toEqual({ ok: true, value: { added: 0, kept: 2 } })
  const after = from.store.load('one')
  expect(after.ok && after.value?.updatedAt).toBe(NOW + 500)
})

const broken = JSON.parse(formatBackup(full()))

test.each([
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
])('%s is refused, and nothing changes', (_, text, error) => {
  const to = full()
  const before = contents(to)
  expect(restoreBackup(text, to)).toEqual({ ok: false, error })
  expect(contents(to)).toEqual(before)
})

test('where the room runs out in the middle, nothing changes', () => {
  const storage = memoryStorage()
  const to = device(storage)
  playOn(to, 'here', NOW)
  const before = contents(to)
  const write = storage.setItem
  storage.setItem = (key, value) => {
    if (key.endsWith('two')) throw new DOMException('full', 'QuotaExceededError')
    write(key, value)
  }
  const restored = restoreBackup(formatBackup(full()), to)
  expect(restored).toEqual({ ok: false, error: { code: 'noRoom' } })
  expect(contents(to)).toEqual(before)
})
