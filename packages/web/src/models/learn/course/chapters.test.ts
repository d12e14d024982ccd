import { readFileSync } from 'node:fs'
import { type Puzzle, puzzleId, readPuzzlePack, type Theme } from '@hokito/engine/puzzles'
import {
  type Color,
  formatMove,
  formatPosition,
  isSameMove,
  isSingle,
  legalMoves,
  type Move,
  movesOf,
  occupiedCount,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  pointsOf,
  SYMMETRIES,
  score,
  scoreParts,
  swapColors,
  totals,
  transformPosition,
} from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { attacksOn } from '../attack.ts'
import { answerFor, contestAfter, exchangeIn, landsLast } from '../contest.ts'
import { reasonFor } from '../reason.ts'
import { type ChapterId, COURSE_PARTS, type JudgedId } from './chapter-ids.ts'
import {
  CHAPTERS,
  type Chapter,
  dearestAfter,
  isAccepted,
  KEEPS,
  type Searched,
  WRONG,
} from './chapters.ts'
import type { ExerciseName } from './course-progress.ts'
import { contradictionsIn } from './figures.ts'

const PACK = readPack()
/** The theme of a chapter's puzzles, where its idea is one. */
const THEMES: Readonly<Partial<Record<ChapterId, Theme>>> = {
  sacrifice: 'sacrifice',
  corners: 'longWay',
  behind: 'comeback',
  holdDraw: 'defence',
  stuck: 'stuck',
  endIt: 'ownEnd',
  coverOwn: 'quiet',
  tower: 'tower',
  count: 'count',
}
/** So much less than the greatest gain is a different kind of move. */
const LESS = 3
/** A board of the beginning has at least so many squares left. */
const EARLY = 25
/** One on which stacks attack each other, too. */
const ATTACKED = 21
/** A stack of so many points is worth an attack. */
const WORTH = 6
/** A prepared landing is made at the latest with this move of the line, counted from 0. */
const LANDS_BACK = 5
/** So many wrong moves let an attack land. */
const SEVERAL = 3
/** An attack has landed within so many moves, the first one included, or it was stopped. */
const LANDS_BY = 4
/** Positions that differ on fewer squares look the same. */
const ALIKE = 6
/** So few moves show nothing of a game that goes on. */
const FEW = 5
/** Exercises that others have replaced; who solved them has not solved those. */
const REPLACED: readonly ExerciseName[] = [
  'landLast.7',
  'threesCover.1',
  'threesCover.3',
  'sacrifice.1',
  'sacrifice.2',
  'runOut.1',
  'runOut.2',
  'holdDraw.1',
  'holdDraw.2',
  'holdDraw.3',
  'holdDraw.5',
  'holdDraw.6',
  'endRule.1',
  'endRule.2',
  'endRule.3',
  'endRule.4',
  'endRule.5',
  'endRule.6',
  'corners.1',
  'corners.2',
  'corners.3',
  'corners.4',
  'corners.5',
  'corners.6',
  'landLast.3',
  'landLast.4',
  'landLast.6',
  'behind.1',
  'behind.5',
  'stuck.1',
  'stuck.3',
  'stuck.4',
  'endIt.4',
  'endIt.5',
  'endIt.6',
  'coverOwn.1',
  'coverOwn.3',
  'tower.1',
  'tower.2',
  'tower.3',
  'tower.4',
]

describe.each(CHAPTERS)('the chapter $id', ({ id, figures, examples, exercises }) => {
  test('says what was measured', () => {
    expect(contradictionsIn(figures)).toEqual([])
  })

  test('has four to eight exercises, none twice', () => {
    expect(exercises.length).toBeGreaterThanOrEqual(4)
    expect(exercises.length).toBeLessThanOrEqual(8)
    const names = exercises.map((each) => (each.kind === 'puzzle' ? each.id : each.position))
    expect(new Set(names).size).toBe(exercises.length)
  })

  test('shows its idea in both examples', () => {
    for (const { position, move } of examples) {
      expect(legalMoves(position).some((each) => isSameMove(each, move))).toBe(true)
      expect(SHOWN[id]?.({ position, move }) ?? id in THEMES).toBe(true)
    }
  })

  test('shows its idea in every exercise', () => {
    for (const exercise of exercises) {
      const shown =
        exercise.kind === 'searched'
          ? SEARCHED[exercise.idea](exercise)
          : (SHOWN[id]?.(firstOf(puzzleOf(exercise.id))) ?? id in THEMES)
      expect(shown).toBe(true)
    }
  })
})

test.each(
  CHAPTERS.flatMap(({ id, ...chapter }) => {
    const theme = THEMES[id]
    return theme === undefined ? [] : [{ id, theme, ...chapter }]
  }),
)('all puzzles of the chapter $id have the theme $theme, its examples too', (chapter) => {
  const { theme, examples, exercises } = chapter
  const ids = [
    ...examples.map(({ position }) => puzzleId(formatPosition(position), position.endRule)),
    ...exercises.flatMap((each) => (each.kind === 'puzzle' ? [each.id] : [])),
  ]
  for (const id of ids) expect(puzzleOf(id).themes).toContain(theme)
})

test('no measured fact stands in two chapters', () => {
  const facts = CHAPTERS.flatMap(({ figures }) =>
    Object.values(figures).map(({ fact, endRule, kind = '', compensation = 0 }) =>
      [fact, endRule, kind, compensation].join(' '),
    ),
  )
  expect(facts.filter((fact, index) => facts.indexOf(fact) !== index)).toEqual([])
})

test('a claim that the measurement does not bear out is found', () => {
  const usuallyWins = {
    fact: 'leaderWinsAt16',
    endRule: 'either',
    as: 'percent',
    between: [0.6, 1],
  } as const
  expect(contradictionsIn({ wins: usuallyWins })).toHaveLength(1)
})

test('a search has judged every move of its exercises, and only some are right', () => {
  for (const exercise of CHAPTERS.flatMap(({ exercises }) => exercises)) {
    if (exercise.kind !== 'searched') continue
    const losses = legalMoves(exercise.position).map(exercise.lossOf)
    expect(Math.min(...losses)).toBe(0)
    expect(losses.filter((loss) => loss <= KEEPS).length * 3).toBeLessThanOrEqual(losses.length)
    // With many moves to choose from, some always lie between right and wrong.
    if (exercise.isProved) {
      expect(losses.filter((loss) => loss > KEEPS && loss < WRONG)).toEqual([])
    }
    for (const move of legalMoves(exercise.position)) {
      expect(canPlay(exercise.position, [move, ...exercise.lineAfter(move)])).toBe(true)
    }
  }
})

test('exercises are in order of their moves to find', () => {
  for (const { exercises } of CHAPTERS) {
    const counts = exercises.map((each) =>
      each.kind === 'puzzle' ? puzzleOf(each.id).ownMoves : 1,
    )
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  }
})

test('no two positions of the course are nearly the same, nor mirrored or with swapped colours', () => {
  const shown = CHAPTERS.flatMap(({ id, examples, exercises, practice }) =>
    [
      practice,
      ...examples.map(({ position }) => position),
      ...exercises.map((each) =>
        each.kind === 'puzzle' ? puzzleOf(each.id).position : each.position,
      ),
    ].map((position) => ({ id, position })),
  )
  const alike = shown.flatMap((one, index) =>
    shown
      .slice(index + 1)
      .filter((other) => differingSquares(one.position, other.position) < ALIKE)
      .map((other) => [one.id, formatPosition(one.position), other.id]),
  )
  expect(alike).toEqual([])
})

test('the board gives a reason for the first move of every puzzle', () => {
  for (const { exercises } of CHAPTERS) {
    for (const exercise of exercises) {
      if (exercise.kind !== 'puzzle') continue
      const { position, solution } = puzzleOf(exercise.id)
      const [move, ...line] = solution
      expect([exercise.id, move && reasonFor(position, move, line).kind]).not.toContain('none')
    }
  }
})

test('a move that does what the task asks for and still wins is accepted, and few are', () => {
  const counts = CHAPTERS.flatMap(({ exercises }) => exercises).flatMap((exercise) => {
    if (exercise.kind !== 'searched') return []
    const { position, lossOf, lineAfter, isProved, idea } = exercise
    const moves = legalMoves(position)
    const accepted = moves.filter((move) => isAccepted(exercise, move))
    expect(accepted.length * 2).toBeLessThanOrEqual(moves.length)
    for (const move of accepted.filter((each) => lossOf(each) > KEEPS)) {
      expect(isProved).toBe(true)
      const last = [move, ...lineAfter(move)].reduce(play, position)
      expect(finalLead(position, last)).toBeGreaterThan(0)
      if (idea === 'opens') expect(staysOutOfReach({ position, move })).toBe(true)
      if (idea === 'safe') expect(isKept({ position, move })).toBe(true)
      if (idea === 'singlesLast') expect(isBySingle({ position, move })).toBe(false)
    }
    // A win by fewer points is a win, where the task asks for one.
    if (idea === 'compensation') {
      for (const move of moves) {
        const last = [move, ...lineAfter(move)].reduce(play, position)
        expect(isAccepted(exercise, move)).toBe(finalLead(position, last) > 0)
        if (gainOf({ position, move }) === mostGain({ position, move })) {
          expect(isAccepted(exercise, move)).toBe(false)
        }
      }
    }
    return accepted.filter((each) => lossOf(each) > KEEPS).length
  })
  expect(Math.max(...counts)).toBeGreaterThan(0)
})

test.each([
  'sacrifice',
  'landLast',
  'runOut',
  'corners',
  'behind',
  'holdDraw',
  'threesCover',
  'stuck',
  'endIt',
  'coverOwn',
  'tower',
  'count',
] as const)('the greatest gain is wrong in every exercise of %s', (id) => {
  for (const exercise of CHAPTERS.find((each) => each.id === id)?.exercises ?? []) {
    if (exercise.kind === 'searched') {
      expect(areWrong(exercise, (shown) => gainOf(shown) === mostGain(shown))).toBe(true)
    } else {
      const shown = firstOf(puzzleOf(exercise.id))
      expect([exercise.id, gainOf(shown) < mostGain(shown)]).toEqual([exercise.id, true])
    }
  }
})

test('no two exercises have the same name, nor one that an earlier exercise had', () => {
  const names = CHAPTERS.flatMap((chapter) => chapter.names)
  expect(new Set(names).size).toBe(names.length)
  for (const { names, exercises } of CHAPTERS) expect(names).toHaveLength(exercises.length)
  for (const name of REPLACED) expect(names).not.toContain(name)
})

test('the right twos do not come from the back row', () => {
  for (const exercise of searchedIn('twosInFront')) {
    const home = exercise.position.turn === 'black' ? '1' : '6'
    for (const { move } of rightIn(exercise)) {
      expect(formatMove(move).slice(1, 2)).not.toBe(home)
    }
  }
})

test('in “Who lands last?” every landing of the other side is answered, as the count says', () => {
  const found = CHAPTERS.find(({ id }) => id === 'landLast')
  const shown = [
    ...examplesOf('landLast'),
    ...(found?.exercises ?? []).map((each) =>
      firstOf(puzzleOf(each.kind === 'puzzle' ? each.id : '')),
    ),
  ]
  expect(shown.length).toBeGreaterThan(5)
  for (const { position, move } of shown) {
    const { square = 0, own = 0, other = 0 } = contestAfter(position, move) ?? {}
    expect(other).toBeGreaterThan(0)
    expect(own).toBeGreaterThanOrEqual(other)
    expect(landsLast(play(position, move), square)).toBe(true)
  }
})

test('the exercises of “Keep your best stack safe” show every way to keep it', () => {
  const ways = searchedIn('safe').map(({ position, best: move }) => {
    if (move.from === stackOf(position)) return 'away'
    const isOpen = legalMoves(play(position, move)).some(({ to }) => to === stackOf(position))
    return isOpen ? 'guarded' : 'out of reach'
  })
  expect(new Set(ways)).toEqual(new Set(['away', 'guarded', 'out of reach']))
})

test.each(['runOut', 'endIt'] as const)(
  'the first exercises of %s have few squares, and one way to win',
  (id) => {
    const [easy, ...harder] = CHAPTERS.find((each) => each.id === id)?.exercises ?? []
    const squares = (each: Chapter['exercises'][number] | undefined) =>
      each === undefined
        ? 0
        : occupiedCount(each.kind === 'puzzle' ? puzzleOf(each.id).position : each.position)
    for (const each of harder.filter(({ kind }) => kind === 'puzzle')) {
      expect(squares(easy)).toBeLessThan(squares(each))
    }
    for (const exercise of searchedIn(id)) {
      for (const { position, move } of allIn(exercise)) {
        const isWon = outcome(endOf(exercise, move))?.winner === position.turn
        expect(isWon).toBe(exercise.lossOf(move) <= KEEPS)
      }
    }
  },
)

test('in both orders of the counted exchange nothing more can land, and only one keeps the stack', () => {
  const [{ position, move, line, wrong = [] }] = examplesOf('landLast')
  const keepers = [[move, ...line], wrong].map((moves) => {
    const exchange = exchangeIn(moves)
    expect(exchange.length).toBeGreaterThan(1)
    const last = exchange.reduce(play, position)
    const [{ to } = move] = exchange
    expect([...movesOf(last, 'black'), ...movesOf(last, 'white')].some((m) => m.to === to)).toBe(
      false,
    )
    const stack = last.board[to]
    return stack && ownerOf(stack)
  })
  expect(keepers).toEqual([position.turn, opposite(position.turn)])
})

test('after the wrong move of “Who lands last?” that stack is covered for good', () => {
  for (const { position, move, wrong = [] } of examplesOf('landLast')) {
    const { square = -1 } = contestAfter(position, move) ?? {}
    const [, reply, ...line] = wrong
    expect(reply?.to).toBe(square)
    expect(line.some(({ to }, index) => index % 2 === 0 && to === square)).toBe(false)
  }
})

test('in “First cover their threes” moves onto ones are wrong, and no gain is enough', () => {
  for (const exercise of searchedIn('theirThrees')) {
    const right = rightIn(exercise)
    expect(areWrong(exercise, (shown) => coveredOfTheirs(shown) === 1)).toBe(true)
    const least = Math.min(...right.map(gainOf))
    const tempting = allIn(exercise).filter(
      (shown) => exercise.lossOf(shown.move) > KEEPS && gainOf(shown) >= least,
    )
    expect(tempting).not.toEqual([])
  }
  for (const { position, wrong = [], worth } of examplesOf('theirThrees')) {
    const [move] = wrong
    expect(move && coveredOfTheirs({ position, move })).toBe(2)
    expect(worth.right - worth.other).toBeGreaterThanOrEqual(WRONG)
  }
})

test.each([
  'twosInFront',
  'leaveOwn',
  'seeComing',
  'prepare',
  'threesCover',
  'singlesLast',
] as const)('the greatest gain tempts, and is wrong, in most exercises of %s', (id) => {
  const searched = searchedIn(id)
  const tempting = searched.filter((exercise) =>
    areWrong(exercise, (shown) => gainOf(shown) === mostGain(shown)),
  )
  expect(tempting.length).toBeGreaterThanOrEqual(searched.length * 0.75)
})

test('all positions of the beginning are boards of the beginning', () => {
  const [{ chapters }] = COURSE_PARTS
  for (const { id, examples, exercises } of CHAPTERS) {
    // What a three reaches is easier to see on an emptier board.
    if (id === 'corners' || !chapters.some((each) => each === id)) continue
    const least = id === 'seeComing' || id === 'prepare' ? ATTACKED : EARLY
    for (const { position } of [...examples, ...exercises.map(searched)]) {
      expect(occupiedCount(position)).toBeGreaterThanOrEqual(least)
    }
  }
})

test('an example of an attack stops it, and lets it land after the wrong move', () => {
  for (const { position, move, line, wrong = [] } of examplesOf('seeComing')) {
    const [attack] = attacksOn(position)
    if (attack === undefined) throw new Error('a stack is attacked')
    expect(isLandedOn([move, ...line], attack.square)).toBe(false)
    expect(isLandedOn(wrong, attack.square)).toBe(true)
  }
})

test('an attack is on the most valuable stack in reach, which only two moves in a row can cover', () => {
  for (const { position } of [...examplesOf('seeComing'), ...searchedIn('seeComing')]) {
    const [attack, second] = attacksOn(position)
    if (attack === undefined) throw new Error('a stack is attacked')
    const { square, points, first, second: landing } = attack
    const waiting = { ...position, turn: opposite(position.turn) }
    expect(movesOf(position, waiting.turn).some(({ to }) => to === square)).toBe(false)
    expect(landing.to).toBe(square)
    // Two moves of one side.
    expect(canPlay(waiting, [first])).toBe(true)
    expect(canPlay({ ...play(waiting, first), turn: waiting.turn }, [landing])).toBe(true)
    expect(points).toBeGreaterThan(second?.points ?? 0)
    for (const part of scoreParts(position)[position.turn]) {
      const isInReach = movesOf(position, waiting.turn).some(({ to }) => to === part.square)
      if (isInReach) expect(part.points).toBeLessThan(points)
    }
  }
})

test('the line of an example ends better for its side than the line of the wrong move', () => {
  for (const { position, move, line, wrong } of CHAPTERS.flatMap(({ examples }) => examples)) {
    if (wrong === undefined) continue
    expect(leadAfter(position, [move, ...line])).toBeGreaterThan(leadAfter(position, wrong))
  }
})

test('what follows a right move ends better than what follows a wrong one', () => {
  for (const { exercises } of CHAPTERS) {
    for (const exercise of exercises) {
      if (exercise.kind !== 'searched') continue
      const { isProved, position, lossOf, lineAfter } = exercise
      const ends = legalMoves(position).map((move) => {
        const line = [move, ...lineAfter(move)]
        const isOver = outcome(line.reduce(play, position)) !== undefined
        expect(isOver || (!isProved && line.length > FEW)).toBe(true)
        return { isRight: lossOf(move) <= KEEPS, lead: leadAfter(position, line) }
      })
      const right = ends.filter(({ isRight }) => isRight).map(({ lead }) => lead)
      const wrong = ends.filter(({ isRight }) => !isRight).map(({ lead }) => lead)
      if (isProved) expect(Math.min(...right)).toBeGreaterThan(Math.max(...wrong))
      // Points mean little in the first half of a game, whatever a search says of its end.
      else expect(mean(right)).toBeGreaterThan(mean(wrong))
    }
  }
})

test('all positions have the usual end rule, except in the chapter about it', () => {
  for (const { id, examples, exercises } of CHAPTERS) {
    const rules = [
      ...examples.map(({ position }) => position.endRule),
      ...exercises.map((each) =>
        each.kind === 'puzzle' ? puzzleOf(each.id).endRule : each.position.endRule,
      ),
    ]
    expect(new Set(rules)).toEqual(new Set([id === 'endRule' ? 'onTurn' : 'either']))
  }
})

test('in “What the end rule changes” the usual rule would give another winner', () => {
  const puzzles = (CHAPTERS.find(({ id }) => id === 'endRule')?.exercises ?? []).flatMap((each) =>
    each.kind === 'puzzle' ? [puzzleOf(each.id)] : [],
  )
  const whole = [
    ...examplesOf('endRule'),
    ...searchedIn('endRule').map(({ position, best, lineAfter }) => ({
      position,
      move: best,
      line: lineAfter(best),
    })),
  ]
  expect(whole.length).toBeGreaterThanOrEqual(5)
  for (const { position, move, line } of whole) {
    expect(isOtherWinner(position, [move, ...line])).toBe(true)
    // Whatever the mover plays.
    expect(holdsByUsualRule(position)).toBe(false)
  }
  for (const { position, solution } of puzzles) {
    const [move = never()] = solution
    expect(winsByUsualRule(play({ ...position, endRule: 'either' }, move))).toBe(true)
  }
})

test('the other end rule saves a side in an example, and only delays the end in the other one', () => {
  const isSaved = examplesOf('endRule').map(({ position, move, line }) => {
    const shown = [move, ...line]
    const ats = shown.map((_, at) => shown.slice(0, at + 1).reduce(play, position))
    const at = ats.findIndex((each) => outcome({ ...each, endRule: 'either' }) !== undefined)
    const [stuck, next] = [ats[at] ?? never(), ats[at + 1] ?? never()]
    return movesOf(next, opposite(stuck.turn)).length > 0
  })
  expect(isSaved).toEqual([true, false])
})

test('what the words of an example claim is what it is worth', () => {
  for (const { id, examples } of CHAPTERS) {
    for (const { position, move, line, wrong = [], worth } of examples) {
      expect(worth.right).toBeGreaterThanOrEqual(worth.other - KEEPS)
      if (worth.wrong !== undefined) {
        expect(worth.wrong).toBeLessThanOrEqual(worth.other)
        if (worth.isProved) expect(Math.sign(worth.wrong)).toBeLessThan(Math.sign(worth.right))
        else expect(worth.right - worth.wrong).toBeGreaterThanOrEqual(WRONG)
      }
      if (WINNING.has(id)) expect([worth.isProved, worth.right > 0]).toEqual([true, true])
      if (id === 'holdDraw') {
        expect([worth.isProved, worth.right, worth.other < 0]).toEqual([true, 0, true])
      }
      // Best play to the end has to come to what was proved.
      for (const [moves, lead] of [
        [[move, ...line], worth.right],
        [wrong, worth.wrong],
      ] as const) {
        const last = moves.reduce(play, position)
        const isEnd = moves.length > 0 && outcome(last) !== undefined
        if (isEnd && worth.isProved) expect(finalLead(position, last)).toBe(lead)
      }
    }
  }
})

test.each([
  ['stuck', 'the other side'],
  ['endIt', 'the mover'],
] as const)(
  'the examples of %s end with a last move by the mover, and only %s is stuck',
  (id, who) => {
    for (const { position, move, line } of examplesOf(id)) {
      const last = [move, ...line].reduce(play, position)
      expect(line.length % 2).toBe(0)
      expect(outcome(last)?.stuck).toEqual([
        who === 'the mover' ? position.turn : opposite(position.turn),
      ])
    }
  },
)

test('in “Who runs out first?” the side with fewer moves gets stuck', () => {
  for (const { position, move, line } of examplesOf('runOut')) {
    const last = [move, ...line].reduce(play, position)
    expect(outcome(last)?.stuck).toEqual([opposite(position.turn)])
  }
})

test('the line of a proved example goes on to the end of the game', () => {
  for (const { position, move, line, wrong = [], worth } of CHAPTERS.flatMap(
    ({ examples }) => examples,
  )) {
    if (!worth.isProved) continue
    expect(outcome([move, ...line].reduce(play, position))).toBeDefined()
    if (wrong.length > 0) expect(outcome(wrong.reduce(play, position))).toBeDefined()
  }
})

test('the examples of “One stack decides” take the one that is worth more than the others', () => {
  for (const { position, move } of examplesOf('tower')) {
    const under = position.board[move.to]
    const theirs = score(position)[opposite(position.turn)]
    expect(under === undefined ? 0 : pointsOf(under) * 2).toBeGreaterThan(theirs)
    expect(leadOf(position, position)).toBeLessThanOrEqual(0)
  }
})

test('the examples of “Behind is not lost” stay behind for a while', () => {
  for (const { position, move } of examplesOf('behind')) {
    expect(leadOf(position, position)).toBeLessThan(-1)
    expect(leadOf(position, play(position, move))).toBeLessThan(0)
  }
})

test('examples go on after their move, and after a wrong one', () => {
  for (const { examples } of CHAPTERS) {
    for (const { position, move, line, wrong = [] } of examples) {
      expect(line.length).toBeGreaterThan(0)
      expect(canPlay(position, [move, ...line])).toBe(true)
      expect(canPlay(position, wrong)).toBe(true)
    }
  }
})

// --- internal ---

function never(): never {
  throw new Error('the chapter has this')
}

/** The chapters whose words say that the right move wins. */
const WINNING: ReadonlySet<ChapterId> = new Set([
  'sacrifice',
  'corners',
  'behind',
  'compensation',
  'landLast',
  'coverOwn',
  'count',
  'endRule',
])

/** The lead at the end of the side to move in an earlier position. */
function finalLead({ turn }: Position, last: Position): number {
  const points = totals(last)
  return points[turn] - points[opposite(turn)]
}

interface Shown {
  readonly position: Position
  readonly move: Move
}

/** What makes a position and its right move an example of an idea. */
const SHOWN: Readonly<Partial<Record<ChapterId, (shown: Shown) => boolean>>> = {
  pointsWait: (shown) => gainOf(shown) < mostGain(shown),
  seeComing: (shown) => attacksOn(shown.position).length > 0 && gainOf(shown) < mostGain(shown),
  prepare: (shown) => threatsOf(shown).length > 0 && gainOf(shown) < mostGain(shown),
  theirThrees: (shown) => coveredOfTheirs(shown) === 3,
  leaveOwn: ({ position, move }) =>
    !isOnOwn({ position, move }) &&
    legalMoves(position).some((each) => isOnOwn({ position, move: each })),
  threesCover: ({ position, move }) => position.board[move.from]?.top.value === 3,
  twosInFront: ({ position, move }) => position.board[move.from]?.top.value === 2,
  singlesLast: (shown) => !isBySingle(shown),
  compensation: (shown) => shown.position.compensation > 0 && gainOf(shown) < mostGain(shown),
  safe: (shown) => !canBeCovered(shown) && gainOf(shown) < mostGain(shown),
  opens: (shown) =>
    staysOutOfReach(shown) && gainOf(shown) < mostGain(shown) && dearestIn(shown).every(opensWay),
  landLast: ({ position, move }) => answerFor(position, move) !== undefined,
  sacrifice: (shown) => gainOf(shown) < 0,
  runOut: ({ position, move }) => {
    const after = play(position, move)
    return movesOf(after, position.turn).length > movesOf(after, opposite(position.turn)).length
  },
  corners: ({ position, move }) => position.board[move.from]?.top.value === 3,
  behind: ({ position }) => leadOf(position, position) < -1,
  endIt: ({ position }) => position.endRule === 'either',
  coverOwn: isOnOwn,
  tower: (shown) => !isOnOwn(shown) && gainOf(shown) > 0,
  count: (shown) => gainOf(shown) <= mostGain(shown),
  endRule: ({ position }) => position.endRule === 'onTurn',
}

/** What the search has to have found in an exercise of an idea. */
const SEARCHED: Readonly<Record<JudgedId, (exercise: Searched) => boolean>> = {
  pointsWait: (exercise) =>
    isPunished(exercise, () => true) &&
    rightIn(exercise).every((shown) => gainOf(shown) <= mostGain(shown) - LESS),
  seeComing: (exercise) => {
    const { attack, lineAfter } = exercise
    const falls = ({ move }: Shown) =>
      attack !== undefined && isLandedOn([move, ...lineAfter(move)], attack.square)
    const wrong = allIn(exercise).filter(({ move }) => exercise.lossOf(move) >= WRONG)
    return wrong.filter(falls).length >= SEVERAL && !rightIn(exercise).some(falls)
  },
  prepare: (exercise) => {
    const { position, best: move, lineAfter } = exercise
    return (
      rightIn(exercise).every((shown) => threatsOf(shown).length > 0) &&
      landsPrepared({ position, move }, lineAfter(move))
    )
  },
  theirThrees: (exercise) => rightIn(exercise).every((shown) => coveredOfTheirs(shown) === 3),
  leaveOwn: (exercise) => areWrong(exercise, isOnOwn),
  threesCover: (exercise) =>
    rightIn(exercise).every((shown) => moverValue(shown) === 3 && !isOnOwn(shown)),
  twosInFront: (exercise) => rightIn(exercise).every((shown) => moverValue(shown) === 2),
  safe: (exercise) => {
    const { position, lineAfter } = exercise
    const lost = allIn(exercise).filter((shown) => !isKept(shown))
    const fallen = lost.filter(
      ({ move }) => lineAfter(move)[0]?.to === dearestAfter(position, move),
    )
    return (
      movesOf(position, opposite(position.turn)).some(({ to }) => to === stackOf(position)) &&
      areWrong(exercise, (shown) => !isKept(shown)) &&
      areWrong(exercise, (shown) => gainOf(shown) === mostGain(shown)) &&
      fallen.length * 2 >= lost.length
    )
  },
  runOut: (exercise) =>
    areWrong(exercise, (shown) => gainOf(shown) === mostGain(shown)) &&
    rightIn(exercise).every(
      ({ position, move }) =>
        SHOWN.runOut?.({ position, move }) &&
        isOnlyStuck(endOf(exercise, move), opposite(position.turn)),
    ),
  endIt: (exercise) =>
    areWrong(exercise, (shown) => gainOf(shown) === mostGain(shown)) &&
    rightIn(exercise).every(({ position, move }) =>
      isOnlyStuck(endOf(exercise, move), position.turn),
    ),
  opens: (exercise) => {
    const most = Math.max(...allIn(exercise).filter(opensWay).map(gainOf))
    return (
      areWrong(exercise, opensWay) &&
      allIn(exercise)
        .filter((shown) => opensWay(shown) && gainOf(shown) === most)
        .every(({ position, move }) => exercise.lineAfter(move)[0]?.to === stackOf(position)) &&
      rightIn(exercise).every((shown) => gainOf(shown) < most && staysOutOfReach(shown))
    )
  },
  compensation: (exercise) =>
    exercise.position.compensation > 0 &&
    areWrong(exercise, (shown) => gainOf(shown) === mostGain(shown)),
  singlesLast: (exercise) => areWrong(exercise, isBySingle),
  endRule: (exercise) =>
    SHOWN.endRule?.({ position: exercise.position, move: exercise.best }) === true &&
    rightIn(exercise).length === 1 &&
    isOtherWinner(exercise.position, [exercise.best, ...exercise.lineAfter(exercise.best)]),
}

/** Would the usual rule have ended a line that the mover wins earlier, with another winner? */
function isOtherWinner(position: Position, moves: readonly Move[]): boolean {
  const usual = moves
    .map((_, at) =>
      outcome({ ...moves.slice(0, at + 1).reduce(play, position), endRule: 'either' }),
    )
    .find((over) => over !== undefined)
  return (
    outcome(moves.reduce(play, position))?.winner === position.turn &&
    usual?.winner === opposite(position.turn)
  )
}

/** Can the side to move reach at least a draw by the usual rule? A proof, for a few squares. */
function holdsByUsualRule(position: Position): boolean {
  const usual = { ...position, endRule: 'either' } as const
  return legalMoves(usual).some((move) => {
    const after = play(usual, move)
    const over = outcome(after)
    return over === undefined ? !winsByUsualRule(after) : over.winner !== opposite(position.turn)
  })
}

function winsByUsualRule(position: Position): boolean {
  return legalMoves(position).some((move) => {
    const after = play(position, move)
    const over = outcome(after)
    return over === undefined ? !holdsByUsualRule(after) : over.winner === position.turn
  })
}

/** The end of the game after a move. */
function endOf({ position, lineAfter }: Searched, move: Move): Position {
  return [move, ...lineAfter(move)].reduce(play, position)
}

function isOnlyStuck(last: Position, color: Color): boolean {
  const { stuck, winner } = outcome(last) ?? {}
  return stuck?.length === 1 && stuck[0] === color && winner !== 'draw'
}

/** Does a move keep the most valuable stack, out of reach or with an answer to every landing? */
function isKept({ position, move }: Shown): boolean {
  return landsLast(play(position, move), dearestAfter(position, move))
}

/** Do all moves of a kind give points away, and are there any? */
function areWrong(exercise: Searched, isOfKind: (shown: Shown) => boolean): boolean {
  const ofKind = allIn(exercise).filter(isOfKind)
  return ofKind.length > 0 && ofKind.every(({ move }) => exercise.lossOf(move) >= WRONG)
}

/** Are the greatest gains of a kind wrong because the reply covers what they build? */
function isPunished(exercise: Searched, isOfKind: (shown: Shown) => boolean): boolean {
  const ofKind = allIn(exercise).filter(isOfKind)
  const most = Math.max(...ofKind.map(gainOf))
  return ofKind
    .filter((shown) => gainOf(shown) === most)
    .every(
      ({ move }) => exercise.lossOf(move) >= WRONG && exercise.lineAfter(move)[0]?.to === move.to,
    )
}

function allIn({ position }: Searched): readonly Shown[] {
  return legalMoves(position).map((move) => ({ position, move }))
}

function rightIn(exercise: Searched): readonly Shown[] {
  return allIn(exercise).filter(({ move }) => exercise.lossOf(move) <= KEEPS)
}

function examplesOf(id: ChapterId): Chapter['examples'] {
  const chapter = CHAPTERS.find((each) => each.id === id)
  if (chapter === undefined) throw new Error('a chapter has its examples')
  return chapter.examples
}

function searchedIn(id: ChapterId): readonly Searched[] {
  const exercises = CHAPTERS.find((chapter) => chapter.id === id)?.exercises ?? []
  return exercises.filter((each) => each.kind === 'searched')
}

/** On how many squares two positions differ, seen from every side and with swapped colours. */
function differingSquares(one: Position, other: Position): number {
  const squares = ({ board }: Position) =>
    board.map((stack) => stack && `${ownerOf(stack)} ${stack.top.value} ${stack.pieces.length}`)
  const others = squares(other)
  const views = [one, swapColors(one)].flatMap((each) =>
    SYMMETRIES.map((symmetry) => squares(transformPosition(each, symmetry))),
  )
  return Math.min(
    ...views.map((view) => view.filter((square, index) => square !== others[index]).length),
  )
}

/** The lead at the end of a line, in the final count. */
function leadAfter(position: Position, line: readonly Move[]): number {
  const handicap = position.turn === 'black' ? -position.compensation : position.compensation
  return leadOf(position, line.reduce(play, position)) + handicap
}

/** Does the other side cover a stack, which stands still until then, while an attack can land? */
function isLandedOn(line: readonly Move[], square: number): boolean {
  const at = line.slice(0, LANDS_BY).findIndex(({ from, to }) => from === square || to === square)
  return at % 2 === 1 && line[at]?.to === square
}

/** The stacks of the other side on which a side could land after its move and not before. */
function threatsOf({ position, move }: Shown): readonly number[] {
  const before = new Set(legalMoves(position).map(({ to }) => to))
  const after = play(position, move)
  return movesOf(after, position.turn).flatMap(({ to }) => {
    const stack = after.board[to]
    const isNew = stack !== undefined && !before.has(to) && !isSingle(stack)
    return isNew && ownerOf(stack) !== position.turn && pointsOf(stack) >= WORTH ? [to] : []
  })
}

/** Does the line after a move make a landing that the move has made possible? */
function landsPrepared(shown: Shown, line: readonly Move[]): boolean {
  const found = threatsOf(shown)
  const at = line.findIndex(({ from, to }) => found.includes(from) || found.includes(to))
  const landing = line[at]
  return at % 2 === 1 && at <= LANDS_BACK && landing !== undefined && found.includes(landing.to)
}

function searched(exercise: Chapter['exercises'][number]): Searched {
  if (exercise.kind !== 'searched') throw new Error('a search has judged the exercise')
  return exercise
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

function moverValue({ position, move }: Shown) {
  return position.board[move.from]?.top.value
}

function canPlay(position: Position, line: readonly Move[]): boolean {
  const [move, ...others] = line
  if (move === undefined) return true
  return (
    legalMoves(position).some((each) => isSameMove(each, move)) &&
    canPlay(play(position, move), others)
  )
}

function isOnOwn({ position, move }: Shown): boolean {
  const under = position.board[move.to]
  return under !== undefined && ownerOf(under) === position.turn
}

/** The value of the piece of the other side that a move covers; undefined if it covers its own. */
function coveredOfTheirs(shown: Shown) {
  return isOnOwn(shown) ? undefined : shown.position.board[shown.move.to]?.top.value
}

function isBySingle({ position, move }: Shown): boolean {
  const moved = position.board[move.from]
  return moved !== undefined && isSingle(moved)
}

/** Can the other side land on the stack straight away? */
function canBeCovered({ position, move }: Shown): boolean {
  const after = play(position, move)
  return outcome(after) === undefined && legalMoves(after).some(({ to }) => to === move.to)
}

/** Does a move open a way to the most valuable stack of its side, which was out of reach? */
function opensWay(shown: Shown): boolean {
  const { position, move } = shown
  return ![move.from, move.to].includes(stackOf(position)) && !staysOutOfReach(shown)
}

/** Is the most valuable stack of a side out of reach before and after its move? */
function staysOutOfReach({ position, move }: Shown): boolean {
  const square = stackOf(position)
  const other = opposite(position.turn)
  expect(movesOf(position, other).some(({ to }) => to === square)).toBe(false)
  const now = move.from === square ? move.to : square
  return !movesOf(play(position, move), other).some(({ to }) => to === now)
}

function stackOf(position: Position): number {
  const [dearest] = scoreParts(position)[position.turn]
  if (dearest === undefined) throw new Error('a side has a stack')
  return dearest.square
}

/** The moves with the greatest gain. */
function dearestIn({ position }: Shown): readonly Shown[] {
  const all = legalMoves(position).map((move) => ({ position, move }))
  return all.filter((shown) => gainOf(shown) === mostGain(shown))
}

function mostGain({ position }: Shown): number {
  return Math.max(...legalMoves(position).map((move) => gainOf({ position, move })))
}

function gainOf({ position, move }: Shown): number {
  return leadOf(position, play(position, move)) - leadOf(position, position)
}

/** The lead in a later position of the side to move in an earlier one. */
function leadOf({ turn }: Position, later: Position): number {
  const points = score(later)
  return points[turn] - points[opposite(turn)]
}

function firstOf({ position, solution: [move] }: Puzzle): Shown {
  if (move === undefined) throw new Error('a solution has a move')
  return { position, move }
}

function puzzleOf(id: string): Puzzle {
  return PACK.puzzle(PACK.indexOf(id) ?? -1)
}

function readPack() {
  const file = new URL('../../../../../engine/puzzles/shipped.txt', import.meta.url)
  const pack = readPuzzlePack(readFileSync(file, 'utf8'))
  if (!pack.ok) throw new Error('the shipped puzzles cannot be read')
  return pack.value
}
