import { legalMoves, parseDeal } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createGameStore } from './game-store.ts'
import { type LocalGame, livePosition, newGame, withMove, withoutMoves } from './local-game.ts'
import { formatSave, parseSave } from './save.ts'

function sampleGame(id = 'sample'): LocalGame {
  const deal = parseDeal('1.2')
  if (!deal.ok) throw new Error('the deal of this test is wrong')
  let game = newGame(
    id,
    {
      seats: {
        black: { kind: 'person', name: 'Zoë "Z"' },
        white: { kind: 'computer', level: 'best' },
      },
      setup: 'standard',
      beginning: { kind: 'deal', deal: deal.value },
      endRule: 'onTurn',
      compensation: 13.5,
      timeControl: { initialMs: 300_000, incrementMs: 3000 },
    },
    1_700_000_000_000,
  )
  for (let i = 0; i < 4; i++) {
    const [move] = legalMoves(livePosition(game))
    const next = move && withMove(game, move, 1234)
    if (next !== undefined) game = next
  }
  return withoutMoves(game, 2)
}

/** A stored game as it is read back: stacks and all else follow from the record. */
function stored(game: LocalGame): LocalGame {
  const parsed = parseSave(formatSave(game))
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}

describe('a save', () => {
  test('comes back as it went', () => {
    expect(stored(sampleGame())).toEqual(sampleGame())
  })

  test.each([
    ['no JSON', '{', 'notJson'],
    ['another shape', '{"format":"hokito-game","version":2}', 'badShape'],
    ['a broken record', formatSave(sampleGame()).replace('1.2', '1.x'), 'badRecord'],
    [
      'a redo that is no move',
      formatSave(sampleGame()).replace(/"undone":\["\w+/, '"undone":["zz'),
      'badUndone',
    ],
    [
      'clocks that do not fit the moves',
      formatSave(sampleGame()).replace(/"clocks":\[\{[^}]*\},/, '"clocks":['),
      'badClocks',
    ],
  ])('with %s is refused', (_, text, code) => {
    expect(parseSave(text)).toEqual({ ok: false, error: code })
  })

  test('that was changed anywhere is read or refused, but never throws', () => {
    const text = formatSave(sampleGame())
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.string({ maxLength: 3 }),
        fc.nat(4),
        (at, put, cut) => {
          expect(typeof parseSave(text.slice(0, at) + put + text.slice(at + cut)).ok).toBe(
            'boolean',
          )
        },
      ),
    )
  })
})

describe('the store', () => {
  test('counts revisions and finds games again', () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const first = store.save(sampleGame(), 5)
    expect(first.ok && first.value.revision).toBe(1)
    const loaded = store.load('sample')
    expect(loaded.ok && loaded.value?.updatedAt).toBe(5)
    expect(store.load('other')).toEqual({ ok: true, value: undefined })
  })

  test('refuses a writer who does not know the last revision', () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    store.save(sampleGame(), 5)
    expect(store.save(sampleGame(), 6)).toEqual({ ok: false, error: 'stale' })
  })

  test('says when there is no room', () => {
    const storage = memoryStorage()
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const store = createGameStore(storage, new EventTarget())
    expect(store.save(sampleGame(), 5)).toEqual({ ok: false, error: 'noRoom' })
  })

  test('sets a damaged save aside with its text, and lists the others', () => {
    const storage = memoryStorage()
    const store = createGameStore(storage, new EventTarget())
    store.save(sampleGame('good'), 5)
    storage.setItem('hokito:game:bad', 'half a ga')
    const listed = store.list()
    expect(listed.games.map(({ id }) => id)).toEqual(['good'])
    expect(listed.damaged).toEqual([{ key: 'hokito:damaged:bad', reason: 'notJson' }])
    expect(storage.getItem('hokito:damaged:bad')).toBe('half a ga')
    expect(storage.getItem('hokito:game:bad')).toBeNull()
  })

  test('gives the same reason each time a damaged game is asked for', () => {
    const storage = memoryStorage()
    const store = createGameStore(storage, new EventTarget())
    storage.setItem('hokito:game:bad', 'half a ga')
    expect(store.load('bad')).toEqual(store.load('bad'))
    expect(store.list().damaged).toEqual([])
  })

  test('never overwrites an earlier damaged save', () => {
    const storage = memoryStorage()
    const store = createGameStore(storage, new EventTarget())
    for (const text of ['one', 'two']) {
      storage.setItem('hokito:game:bad', text)
      store.load('bad')
    }
    expect(storage.getItem('hokito:damaged:bad')).toBe('one')
    expect(storage.getItem('hokito:damaged:bad:2')).toBe('two')
  })
})
