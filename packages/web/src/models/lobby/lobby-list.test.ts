import { type Challenge, LOBBY_PAGE } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { challengeId, playerId } from '../../../../server/test/helpers/ids.ts'
import { type LobbyList, listFrom, moreThan, withChange, withOwn, without } from './lobby-list.ts'

const US = playerId('ourselves')

function challenge(n: number, change: Partial<Challenge> = {}): Challenge {
  return {
    id: challengeId(`challenge${String(n).padStart(3, '0')}`),
    challenger: { id: playerId('somebody'), name: 'Somebody' },
    terms: {
      setup: { kind: 'standard' },
      endRule: 'either',
      timeControl: { kind: 'none' },
      allowsTakebacks: true,
      games: 1,
    },
    color: 'random',
    isListed: true,
    createdAt: n,
    ...change,
  }
}

const ours = (n: number, change: Partial<Challenge> = {}) =>
  challenge(n, { challenger: { id: US, name: 'We' }, ...change })

/** Challenges with numbers from one to another, the newest first. */
function challenges(from: number, to: number): readonly Challenge[] {
  return Array.from({ length: to - from + 1 }, (_, index) => challenge(to - index))
}

function opened(list: Partial<LobbyList>, own: readonly Challenge[] = []): LobbyList {
  const page = { version: 7, challenges: [], total: 0, ...list }
  return listFrom({ ...page, challenges: [...page.challenges] }, own, US)
}

const change = (version: number, more: object = {}) => ({
  version,
  added: [],
  removed: [],
  total: 0,
  ...more,
})

describe('the list of open challenges', () => {
  test('takes in what is new and leaves out what is gone, the newest first', () => {
    const list = opened({ challenges: challenges(1, 3), total: 3 })
    const added = [...challenges(4, 5)]
    const after = withChange(list, change(8, { added, removed: [challenge(2).id], total: 4 }), US)
    expect(after?.challenges.map(({ createdAt }) => createdAt)).toEqual([5, 4, 3, 1])
    expect(after?.version).toBe(8)
  })

  test('puts a new name in the place of the old one', () => {
    const list = opened({ challenges: challenges(1, 3), total: 3 })
    const renamed = challenge(2, { challenger: { id: playerId('somebody'), name: 'Someone' } })
    const after = withChange(list, change(8, { added: [renamed], total: 3 }), US)
    expect(after?.challenges).toEqual([challenge(3), renamed, challenge(1)])
  })

  test('is not changed by old news, and is opened again when something is missing', () => {
    const list = opened({ challenges: challenges(1, 3), total: 3 })
    expect(withChange(list, change(7), US)).toBe(list)
    expect(withChange(list, change(9, { total: 3 }), US)).toBeUndefined()
  })

  test('holds a page of others, and all our own however old and hidden', () => {
    const own = [ours(1), ours(2, { isListed: false })]
    const page = { challenges: challenges(10, 9 + LOBBY_PAGE), total: LOBBY_PAGE + 8 }
    const list = opened(page, own)
    expect(list.challenges).toHaveLength(LOBBY_PAGE + 2)
    expect(moreThan(list)).toBe(7)
    const added = [...challenges(100, 99 + LOBBY_PAGE)]
    const after = withChange(list, change(8, { added, total: 2 * LOBBY_PAGE + 8 }), US)
    expect(after?.challenges).toEqual([...added, ...own.toReversed()])
  })

  test('is opened again when few are left of many, and not when they are all', () => {
    const list = opened({ challenges: challenges(1, LOBBY_PAGE), total: 80 })
    const removed = list.challenges.slice(0, 30).map(({ id }) => id)
    expect(withChange(list, change(8, { removed, total: 50 }), US)).toBeUndefined()
    expect(withChange(list, change(8, { removed, total: 20 }), US)?.challenges).toHaveLength(20)
    const few = removed.slice(0, 20)
    expect(withChange(list, change(8, { removed: few, total: 60 }), US)?.challenges).toHaveLength(
      30,
    )
  })

  test('shows our own challenge as soon as it is confirmed, once, and until it is withdrawn', () => {
    const list = withOwn(opened({ challenges: challenges(1, 2), total: 2 }), ours(3))
    expect(list.challenges.map(({ createdAt }) => createdAt)).toEqual([3, 2, 1])
    const after = withChange(list, change(8, { added: [ours(3)], total: 3 }), US)
    expect(after?.challenges).toHaveLength(3)
    expect(without(list, ours(3).id).challenges).toEqual(challenges(1, 2))
    expect(moreThan(list)).toBe(0)
  })
})
