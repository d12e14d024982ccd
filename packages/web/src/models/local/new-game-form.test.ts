import {
  COLORS,
  formatBeginning,
  formatPosition,
  isMirrored,
  parseDeal,
  randomDeal,
  seededBytes,
  start,
} from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { newGame, rematchTerms } from './local-game.ts'
import {
  beginnerOf,
  formDefaults,
  formToKeep,
  isUnmade,
  type NewGameForm,
  previewOf,
  readForm,
  withBeginning,
} from './new-game-form.ts'

function read(changes: Partial<NewGameForm>) {
  return readForm({ ...formDefaults({}), ...changes }, seededBytes(1))
}

describe('the form', () => {
  test('as it opens is a game against the computer with Black', () => {
    const terms = read({})
    expect(terms.ok && terms.value).toMatchObject({
      seats: { black: { kind: 'person' }, white: { kind: 'computer', level: 1 } },
      setup: 'standard',
      endRule: 'either',
    })
  })

  test('takes the opponent and the level of its address before those of the last game', () => {
    const last = { ...formDefaults({}), opponent: 'friend', level: 6 } as const
    expect(formDefaults({ opponent: 'computer', level: '4' }, { last })).toMatchObject({
      opponent: 'computer',
      level: 4,
    })
    expect(formDefaults({ level: '11' }, { last })).toMatchObject({ opponent: 'friend', level: 6 })
  })

  test.each([
    ['a deal number', { setup: 'deal', setupText: ' 77.1234567 ' }, '77.1234567', 'standard'],
    ['a mirrored deal number', { setup: 'deal', setupText: '7.7' }, '7.7', 'mirrored'],
    ['a scattered deal number', { setup: 'deal', setupText: 's42' }, 's42', 'scattered'],
  ] as const)('takes %s', (_, changes, beginning, setup) => {
    const terms = read(changes)
    expect(terms.ok && formatBeginning(terms.value.beginning)).toBe(beginning)
    expect(terms.ok && terms.value.setup).toBe(setup)
  })

  test('a mirrored game is mirrored', () => {
    const terms = read({ setup: 'mirrored' })
    const beginning = terms.ok ? terms.value.beginning : undefined
    expect(beginning?.kind === 'deal' && isMirrored(beginning.deal)).toBe(true)
  })

  test.each([
    ['a number that is none', { setup: 'deal', setupText: '77' }, { kind: 'deal' }],
    ['a position that is none', { setup: 'custom', setupText: 'a/b' }, { kind: 'position' }],
    [
      'a position in which nobody can move',
      { setup: 'custom', setupText: '------/------/------/------/------/a----B2 b' },
      { kind: 'over' },
    ],
  ] as const)('refuses %s', (_, changes, error) => {
    const terms = read(changes)
    expect(terms.ok ? undefined : terms.error).toMatchObject(error)
  })

  test.each([
    ['sides that are arranged', { setup: 'arranged' }],
    ['pieces that are placed', { setup: 'arrangedAll' }],
    ['a position that nobody has made yet', { setup: 'custom', setupText: ' ' }],
  ] as const)('waits for %s', (_, changes) => {
    expect(read(changes)).toEqual({ ok: false, error: { kind: 'unmade' } })
    expect(isUnmade({ ...formDefaults({}), ...changes })).toBe(true)
  })

  test('a rematch has a deal of the same kind', () => {
    const terms = read({ setup: 'twosInFront' })
    if (!terms.ok) throw new Error('no terms')
    const { beginning } = rematchTerms(newGame('a', terms.value, 0), seededBytes(2))
    if (beginning.kind !== 'deal') throw new Error('no deal')
    const { board } = start(beginning.deal, 'either')
    const front = board.slice(18, 24).map((stack) => stack?.top.value)
    expect(front).toEqual([2, 2, 2, 2, 2, 2])
  })

  test('becomes a game of an ordinary deal once the sides are arranged', () => {
    const form = { ...formDefaults({}), setup: 'arranged' } as const
    const terms = readForm(withBeginning(form, '77.1234567'), seededBytes(1))
    expect(terms.ok && terms.value).toMatchObject({
      setup: 'standard',
      beginning: { kind: 'deal', deal: { kind: 'standard', black: 77, white: 1_234_567 } },
    })
  })

  test('a clock is minutes and seconds', () => {
    const terms = read({ clock: '5+5' })
    expect(terms.ok && terms.value.timeControl).toEqual({ initialMs: 300_000, incrementMs: 5000 })
  })

  test('shows a deal that is named, and an example of a setup that is drawn', () => {
    const preview = (changes: Partial<NewGameForm>) =>
      previewOf({ ...formDefaults({}), ...changes })
    const deal = parseDeal('77.1234567')
    expect(preview({ setup: 'deal', setupText: '77.1234567' })).toEqual(
      deal.ok && start(deal.value, 'either'),
    )
    expect(preview({ setup: 'scattered' })).toEqual(preview({ setup: 'scattered' }))
    expect(preview({ setup: 'scattered' })).not.toEqual(preview({ setup: 'standard' }))
    for (const changes of [
      { setup: 'deal', setupText: '77' },
      { setup: 'arranged' },
      { setup: 'custom', setupText: 'a/b' },
    ] as const) {
      expect(preview(changes)).toBeUndefined()
    }
  })

  test('friends keep their names', () => {
    const terms = read({ opponent: 'friend', names: { black: ' Ada ', white: 'Bo' } })
    expect(terms.ok && terms.value.seats).toEqual({
      black: { kind: 'person', name: 'Ada' },
      white: { kind: 'person', name: 'Bo' },
    })
  })

  test('a position is played on with the side whose turn it is, for that game only', () => {
    const last = { ...formDefaults({}), color: 'random' } as const
    for (const color of COLORS) {
      const position = formatPosition({
        ...start(randomDeal('standard', seededBytes(1)), 'either'),
        turn: color,
      })
      const form = formDefaults({ position }, { last })
      expect(form.color).toBe(color)
      expect(beginnerOf(form)).toBe(color)
      // A player who has solved a puzzle stays on that side.
      expect(formDefaults({ position, color: 'white' }, { last }).color).toBe('white')
      expect(formToKeep(form, { position }, last).color).toBe('random')
    }
    expect(beginnerOf(last)).toBe('black')
  })

  test('a link brings a position along', () => {
    expect(formDefaults({ position: 'x', endRule: 'onTurn' })).toMatchObject({
      setup: 'custom',
      setupText: 'x',
      endRule: 'onTurn',
    })
  })

  describe('the next time', () => {
    const sent: NewGameForm = {
      ...formDefaults({ opponent: 'friend' }),
      names: { black: 'Anna', white: 'Ben' },
      setup: 'arranged',
      endRule: 'onTurn',
      clock: '5+5',
    }

    test('opens as it was sent', () => {
      const last = formToKeep(sent, {})
      expect(formDefaults({}, { last })).toEqual(sent)
    })

    test('has the opponent that its link names', () => {
      const last = formToKeep(sent, {})
      expect(formDefaults({ opponent: 'computer' }, { last })).toEqual({
        ...sent,
        opponent: 'computer',
      })
    })

    test('has nothing of a beginning that was given', () => {
      const typed = formToKeep({ ...sent, setup: 'deal', setupText: '77.1234567' }, {})
      expect(typed).toMatchObject({ setup: 'standard', setupText: '' })
      const query = { position: 'x', endRule: 'either' }
      const linked = formToKeep(formDefaults(query, { last: sent }), query, sent)
      expect(linked).toEqual(sent)
    })

    test('has no computer where none can play', () => {
      const last = formToKeep(formDefaults({}), {})
      expect(formDefaults({}, { hasComputer: false, last }).opponent).toBe('friend')
    })
  })
})
