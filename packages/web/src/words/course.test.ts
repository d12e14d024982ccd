import {
  formatMove,
  formatSquare,
  isSameMove,
  isSingle,
  legalMoves,
  type Move,
  movesOf,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  SQUARES,
  scoreParts,
  totals,
} from '@hokito/rules'
import { expect, test } from 'vitest'
import { LANGUAGES, loadLanguage, type Translate } from '../i18n/i18n.ts'
import { CHAPTERS, type Example, isAccepted, KEEPS } from '../models/learn/course/chapters.ts'
import {
  describeExample,
  describeExchange,
  describeIdeaHint,
  describeMeasured,
  describeReasons,
  describeRightMoves,
  describeSearched,
  describeSearchedFight,
  describeSearchedReason,
  describeSearchedVerdict,
  describeSpotted,
  describeVerdict,
} from './course.ts'
import { describeStep } from './end-rule.ts'
import { joinSentences } from './sentences.ts'

const words = () => loadLanguage('en', new Set(['chapters', 'course', 'played', 'puzzles']))
/** All that is said of an example's two moves. */
function reasonsOf(...of: Parameters<typeof describeReasons>): string {
  const { right, wrong } = describeReasons(...of)
  return joinSentences(right, wrong)
}
const EXAMPLES = CHAPTERS.flatMap(({ id, examples }) =>
  examples.map((example) => ({ id, example })),
)
const SEARCHED = CHAPTERS.flatMap(({ exercises }) =>
  exercises.flatMap((each) => (each.kind === 'searched' ? [each] : [])),
)

test.each(CHAPTERS)(
  'the chapter $id names the moves and figures of its positions',
  async (chapter) => {
    const t = await words()
    for (const example of chapter.examples) {
      const said = describeExample(t, chapter.id, example)
      expect(said).toContain(formatMove(example.move))
      const { compensation } = example.position
      if (compensation > 0) expect(said).toContain(`White gets ${compensation} points`)
    }
    const measured = describeMeasured(t, chapter)
    expect(measured).not.toMatch(/\{\{|NaN|undefined/)
    expect(measured).toMatch(/\d/)
  },
)

/** The moves of an example, cut short everywhere, and played on to the end of the game. */
function linesOf({ position, move, line }: Example): readonly (readonly Move[])[] {
  const on: Move[] = [...line]
  const standing = () => [move, ...on].reduce(play, position)
  for (let at = standing(); outcome(at) === undefined; at = standing()) {
    const [next] = legalMoves(at)
    if (next === undefined) break
    on.push(next)
  }
  return Array.from({ length: on.length + 1 }, (_, n) => on.slice(0, n))
}

/** What is said of the end of a game: who is stuck, and who has won by how many points. */
function endIn(t: Translate, last: Position): readonly string[] {
  const over = outcome(last)
  if (over === undefined) return []
  const [side = 'black', other] = over.stuck
  const { black, white } = totals(last)
  const count = Math.abs(black - white)
  return [
    t(`end.stuck.${other === undefined ? side : 'both'}`),
    over.winner === 'draw'
      ? t('end.drawn.points', { count: black })
      : t(`course.verdict.wins.${over.winner}`, { count }),
  ]
}

test('a caption speaks of the end only when its line ends the game, and says what happened', async () => {
  const t = await words()
  for (const { id, example } of EXAMPLES) {
    for (const line of linesOf(example)) {
      const said = describeExample(t, id, { ...example, line })
      const moves = [example.move, ...line]
      const last = moves.reduce(play, example.position)
      const [stuck, both] = outcome(last)?.stuck ?? []
      const isAbout = (id === 'stuck' || id === 'endIt') && stuck !== undefined
      expect(/makes the last move/.test(said)).toBe(isAbout)
      if (!isAbout) continue
      const { turn } = example.position
      const mover = moves.length % 2 === 1 ? turn : opposite(turn)
      const who = t(`color.${mover}`)
      const left =
        stuck === mover ? ' and can’t move again' : `, and ${t(`color.${stuck}`)} has none`
      expect(said).toContain(
        `${who} makes the last move${both === undefined ? left : ', and neither side has any'}`,
      )
      for (const sentence of endIn(t, last).slice(1)) expect(said).toContain(sentence)
    }
  }
})

test('a fight that counts is in its line, and the side that wins it lands last and stays', async () => {
  const t = await words()
  const NAMED =
    /(?:fight for (\w+) matters most: ([\w, ]+)\. (Black|White) lands last and covers|(\w+) matters most: it covers) (\d+) points/
  const check = (start: Position, line: readonly Move[], said: string) => {
    const [, square, several, winner, one, points] = said.match(NAMED) ?? []
    const landings = several?.split(', ') ?? (one === undefined ? [] : [one])
    const last = landings.at(-1)
    if (last === undefined) return 0
    const names = line.map(formatMove)
    const at = landings.map((each) => names.indexOf(each))
    expect([said, ...at.toSorted((a, b) => a - b)]).toEqual([said, ...at])
    expect(new Set(landings.map((each) => each.slice(2)))).toEqual(
      new Set([square ?? last.slice(2)]),
    )
    const made = names.indexOf(last)
    const before = line.slice(0, made).reduce(play, start)
    if (winner !== undefined) expect(t(`color.${before.turn}`)).toBe(winner)
    const under = scoreParts(before)[opposite(before.turn)].find(
      (each) => formatSquare(each.square) === last.slice(2),
    )
    expect(under?.points).toBe(Number(points))
    let stands = last.slice(2)
    for (const [index, each] of names.slice(made + 1).entries()) {
      if (each.startsWith(stands)) stands = each.slice(2)
      else if (each.endsWith(stands)) expect([said, index % 2]).toEqual([said, 1])
    }
    return 1
  }
  let found = 0
  for (const { id, example } of EXAMPLES) {
    const { position, move, line, wrong } = example
    found += check(position, [move, ...line], describeVerdict(t, example, true))
    if (wrong === undefined) continue
    found += check(position, wrong, describeVerdict(t, example, false))
    check(position, wrong, describeReasons(t, id, example).wrong)
  }
  expect(found).toBeGreaterThan(EXAMPLES.length)
  for (const exercise of SEARCHED) {
    for (const move of legalMoves(exercise.position)) {
      const line = [move, ...exercise.lineAfter(move)]
      check(exercise.position, line, describeSearchedFight(t, exercise, move, ''))
    }
  }
})

test('a wrong move that comes too early is made later after the best one', async () => {
  const t = await words()
  let early = 0
  for (const { id, example } of EXAMPLES) {
    const [, named] =
      describeReasons(t, id, example).wrong.match(/^Too early: .*, (\w+) comes/) ?? []
    const [tried] = example.wrong ?? []
    const isLater = example.line.some(
      (each, at) => at % 2 === 1 && tried !== undefined && isSameMove(each, tried),
    )
    expect([id, named]).toEqual([id, isLater ? tried && formatMove(tried) : undefined])
    early += Number(isLater)
  }
  expect(early).toBeGreaterThan(0)
})

test('every line of an example ends with what it proves or suggests', async () => {
  const t = await words()
  for (const { example } of EXAMPLES) {
    const { position, worth, wrong = [example.move] } = example
    for (const line of linesOf(example)) {
      const said = describeVerdict(t, { ...example, line }, true)
      const last = [example.move, ...line].reduce(play, position)
      expect(said).not.toMatch(/\{\{|NaN|undefined|^$/)
      for (const sentence of endIn(t, last)) expect(said).toContain(sentence)
      if (outcome(last) !== undefined || !worth.isProved) continue
      const winner = worth.right > 0 ? position.turn : opposite(position.turn)
      expect(said).toContain(
        worth.right === 0
          ? t('played.comesTo.draw', { move: formatMove(example.move) })
          : t(`played.comesTo.${winner}`, {
              move: formatMove(example.move),
              count: Math.abs(worth.right),
            }),
      )
    }
    const rejected = describeVerdict(t, example, false)
    expect(rejected).not.toMatch(/\{\{|NaN|undefined|^$/)
    for (const sentence of endIn(t, wrong.reduce(play, position))) {
      expect(rejected).toContain(sentence)
    }
    // A line that looks good and is rejected has to say what the right move comes to.
    if (worth.isProved) expect(rejected).toContain('The right move')
  }
})

test('every line of an exercise ends with what it suggests', async () => {
  const t = await words()
  for (const exercise of CHAPTERS.flatMap(({ exercises }) => exercises)) {
    if (exercise.kind !== 'searched') continue
    for (const move of legalMoves(exercise.position)) {
      const last = [move, ...exercise.lineAfter(move)].reduce(play, exercise.position)
      const said = describeSearchedVerdict(t, exercise, move, last)
      const end = endIn(t, last)
      if (end.length > 0) expect(said).toBe(end.join(' '))
      else {
        expect(said).toContain(formatMove(move))
        const points = Number(said.match(/(\d+) points (better|worse)/)?.[1])
        const loss = exercise.lossOf(move)
        if (loss > KEEPS) expect(points).toBe(loss)
        else expect(points).toBeGreaterThan(0)
      }
    }
  }
})

test('a counted exchange says what each landing covers, the points after it, and who has the stack', async () => {
  const t = await words()
  const [example] = CHAPTERS.find(({ id }) => id === 'landLast')?.examples ?? []
  if (example === undefined) throw new Error('the chapter has an example')
  const { position, move, line } = example
  expect(describeExchange(t, position, [move, ...line])).toEqual({
    title: 'b4a3 first',
    steps: [
      'Black plays b4a3 and covers 2 points. Black 51, White 19.',
      'White plays d5a3 and covers 30 points. Black 21, White 39.',
      'Black plays a2a3 and covers 28 points. Black 35, White 11.',
    ],
    end: 'Nothing more can land on a3. Black keeps the stack.',
  })
})

test('what keeps a stack is said of every move that does: out of reach, or what lands back', async () => {
  const t = await words()
  for (const exercise of SEARCHED.filter(({ idea }) => idea === 'safe')) {
    for (const move of legalMoves(exercise.position)) {
      const said = describeSearchedReason(t, exercise, move)
      expect(/the other side can’t land on|lands back there/.test(said)).toBe(
        isAccepted(exercise, move),
      )
    }
  }
})

test('only the move that is shown as the best is called the best, and all right ones are named', async () => {
  const t = await words()
  for (const exercise of CHAPTERS.flatMap(({ exercises }) => exercises)) {
    if (exercise.kind !== 'searched') continue
    const shown = describeRightMoves(t, exercise)
    for (const move of legalMoves(exercise.position)) {
      const isRight = exercise.lossOf(move) <= KEEPS
      const isBest = isSameMove(move, exercise.best)
      const said = describeSearched(t, exercise, move)
      expect(said.includes('wins too')).toBe(!isRight && isAccepted(exercise, move))
      expect(said.includes('the best move here')).toBe(isBest)
      expect(said.includes('also right')).toBe(isRight && !isBest)
      expect(shown.includes(formatMove(move))).toBe(isRight)
    }
  }
})

test('every square says whether it has the stack in danger, and only that stack is right', async () => {
  const t = await words()
  const said = SEARCHED.flatMap((exercise) =>
    exercise.attack === undefined
      ? []
      : SQUARES.map((square) => ({
          isAttacked: square === exercise.attack?.square,
          words: describeSpotted(t, exercise, square),
        })),
  )
  expect(said.length).toBeGreaterThan(0)
  for (const { isAttacked, words } of said) {
    expect(words).not.toMatch(/\{\{|NaN|undefined|^$/)
    expect(words.startsWith('Right: ')).toBe(isAttacked)
  }
  for (const kind of ['with one move', 'even with two moves', 'one of your own stacks']) {
    expect(said.some(({ words }) => words.includes(kind))).toBe(true)
  }
})

test('what is said of a wrong try does not name the best move', async () => {
  const t = await words()
  for (const exercise of SEARCHED) {
    const { position, best, lineAfter } = exercise
    for (const move of legalMoves(position)) {
      if (isAccepted(exercise, move)) continue
      const last = [move, ...lineAfter(move)].reduce(play, position)
      const said = [
        describeSearched(t, exercise, move),
        describeSearchedReason(t, exercise, move),
        describeSearchedFight(t, exercise, move, ''),
        describeSearchedVerdict(t, exercise, move, last),
      ].join(' ')
      // The line may make the same move later.
      if (lineAfter(move).some((each) => isSameMove(each, best))) continue
      expect([said, said.includes(formatMove(best))]).toEqual([said, false])
    }
  }
})

test('every example and every right move of an exercise has a reason, with its moves and points', async () => {
  const t = await words()
  const reasons = [
    ...EXAMPLES.map(({ id, example }) => ({
      said: reasonsOf(t, id, example),
      move: example.move,
    })),
    ...CHAPTERS.flatMap(({ exercises }) => exercises).flatMap((exercise) =>
      exercise.kind === 'searched'
        ? legalMoves(exercise.position)
            .filter((move) => isAccepted(exercise, move))
            .map((move) => ({ said: describeSearchedReason(t, exercise, move), move }))
        : [],
    ),
  ]
  for (const { said, move } of reasons) {
    expect(said).not.toMatch(/\{\{|NaN|undefined|^$/)
    if (!/^(The reply|If|In this line,) /.test(said)) {
      expect(said).toContain(formatMove(move))
    }
  }
  const [first] = CHAPTERS.find(({ id }) => id === 'sacrifice')?.examples ?? []
  expect(first && reasonsOf(t, 'sacrifice', first)).toBe(
    'After d1a1, the other side can’t land on a1 in its next two moves. After a1c4, d6b6 ends the game. Proved: after a1c4, Black wins by 44 points.',
  )
})

test('a count of moves is a reason only where running out is the idea, and favours the mover', async () => {
  const t = await words()
  const counts = (said: string) =>
    [...said.matchAll(/Possible moves after \w+: (\d+), the other side (\d+)\./g)].map(
      ([, own, other]) => Number(own) - Number(other),
    )
  for (const { id, example } of EXAMPLES) {
    const said = reasonsOf(t, id, example)
    const [first, second] = counts(said)
    if (first === undefined) continue
    expect(['stuck', 'endIt', 'runOut']).toContain(id)
    if (said.startsWith('Possible moves after'))
      expect(first).toBeGreaterThan(Math.min(0, second ?? 0))
  }
  for (const exercise of SEARCHED) {
    if (exercise.idea === 'runOut' || exercise.idea === 'endIt') continue
    for (const move of legalMoves(exercise.position)) {
      expect(counts(describeSearchedReason(t, exercise, move))).toEqual([])
    }
  }
})

test('a right answer to an attack says how it stops it, and saved singles are named', async () => {
  const t = await words()
  const stopped = SEARCHED.filter(({ attack }) => attack !== undefined).map((exercise) =>
    describeSearchedReason(t, exercise, exercise.best),
  )
  expect(stopped.length).toBeGreaterThan(0)
  for (const said of stopped) {
    expect(said).toMatch(
      /takes the stack away|covers the piece on|changes the number of pieces|\w\d\w\d lands back|makes \w+ possible/,
    )
  }
  for (const exercise of SEARCHED.filter(({ idea }) => idea === 'singlesLast')) {
    const said = describeSearchedReason(t, exercise, exercise.best)
    const { board } = exercise.position
    const kept = movesOf(play(exercise.position, exercise.best), exercise.position.turn).filter(
      ({ from }) => from !== exercise.best.to && board[from] && isSingle(board[from]),
    )
    const named = said.match(/such as (.*)\./)?.[1]?.split(', ') ?? []
    expect(named.length).toBeGreaterThan(0)
    for (const each of named) expect(kept.map(formatMove)).toContain(each)
  }
})

test('in “First cover their threes” a move that covers none says so, or what covers most of its loss', async () => {
  const t = await words()
  const exercises = SEARCHED.filter(({ idea }) => idea === 'theirThrees')
  let told = 0
  for (const exercise of exercises) {
    const { board, turn } = exercise.position
    for (const move of legalMoves(exercise.position)) {
      const under = board[move.to]
      const isOnThree = under && ownerOf(under) !== turn && under.top.value === 3
      const said = describeSearchedReason(t, exercise, move)
      const isTold = said.startsWith(`${formatMove(move)} doesn’t cover a three of the other side.`)
      if (isOnThree === true) expect(isTold).toBe(false)
      else expect(isTold || /covers? \d+ points/.test(said)).toBe(true)
      told += Number(isTold)
    }
  }
  expect(told).toBeGreaterThan(exercises.length)
})

test('in “Who lands last?” the reason names a landing and the one that answers it', async () => {
  const t = await words()
  for (const { id, example } of EXAMPLES.filter((each) => each.id === 'landLast')) {
    const said = reasonsOf(t, id, example)
    const [, landing = '', back = ''] =
      said.match(/^The reply (\w+) covers \d+ points, but (\w+) lands back there\./) ?? []
    const names = (position: Position) => legalMoves(position).map(formatMove)
    const after = play(example.position, example.move)
    expect(names(after)).toContain(landing)
    const reply = legalMoves(after).find((each) => formatMove(each) === landing)
    expect(reply && names(play(after, reply))).toContain(back)
    expect(back.slice(2)).toBe(landing.slice(2))
  }
})

test('every wrong move of an exercise has a reason with a square, or one that ends the game', async () => {
  const t = await words()
  const unexplained = SEARCHED.flatMap((exercise) =>
    legalMoves(exercise.position).flatMap((move) => {
      if (isAccepted(exercise, move)) return []
      const said = describeSearchedReason(t, exercise, move)
      const isSaid = /[a-f][1-6]/.test(said.replaceAll(formatMove(move), ''))
      // A result is a reason too.
      return isSaid || /Proved: |ends the game\.|^A deep search/.test(said)
        ? []
        : [`${exercise.idea} ${formatMove(move)}: ${said}`]
    }),
  )
  expect(unexplained).toEqual([])
})

test('one figure says what a wrong move costs, and the landing that costs most is played', async () => {
  const t = await words()
  let named = 0
  for (const exercise of SEARCHED) {
    const { position, lossOf, lineAfter } = exercise
    for (const move of legalMoves(position)) {
      const said = describeSearchedReason(t, exercise, move)
      expect(said).not.toMatch(/points worse|points in all|Your lead/)
      if (lossOf(move) <= KEEPS)
        expect(describeSearched(t, exercise, move)).not.toMatch(/\d points/)
      const [, landing] = said.match(/follow, (\w+) costs you the most/) ?? []
      if (landing === undefined) continue
      const at = lineAfter(move).findIndex((each) => formatMove(each) === landing)
      expect([landing, at % 2]).toEqual([landing, 0])
      named += 1
    }
  }
  expect(named).toBeGreaterThan(0)
})

test('the stack that the other side has in the end stands there, and is much of the loss', async () => {
  const t = await words()
  let named = 0
  for (const exercise of SEARCHED) {
    const { position, lossOf, lineAfter } = exercise
    for (const move of legalMoves(position)) {
      const said = describeSearchedReason(t, exercise, move)
      const [, points, square] = said.match(/other side has (\d+) points on ([a-f][1-6])/) ?? []
      if (square === undefined) continue
      const last = [move, ...lineAfter(move)].reduce(play, position)
      const [stack] = scoreParts(last)[opposite(position.turn)]
      expect(stack && formatSquare(stack.square)).toBe(square)
      expect([stack?.points, 4 * Number(points) > lossOf(move)]).toEqual([Number(points), true])
      named += 1
    }
  }
  expect(named).toBeGreaterThan(0)
})

test('what stands before the first board of a chapter is short, in every language', async () => {
  for (const language of LANGUAGES) {
    const t = await loadLanguage(language, new Set(['course']))
    // Articles and pronouns make some languages longer than English.
    const most = language === 'en' ? 60 : 70
    const long = CHAPTERS.flatMap(({ id }) => {
      const count = t(`course.chapters.${id}.idea`).split(/\s+/).length
      return count > most ? [`${language} ${id}: ${count} words`] : []
    })
    expect(long).toEqual([])
  }
})

test('the first chapter says what a gain is before it speaks of the greatest one', async () => {
  const t = await words()
  const idea = t('course.chapters.pointsWait.idea')
  expect(idea.indexOf('The gain of a move is')).toBeLessThan(idea.indexOf('greatest gain'))
})

test('the reason against a move names what accounts for its loss, or what the line comes to', async () => {
  const t = await words()
  let later = 0
  for (const exercise of SEARCHED) {
    const { position, lossOf } = exercise
    const other = position.turn === 'black' ? 'White' : 'Black'
    for (const move of legalMoves(position)) {
      const loss = lossOf(move)
      if (isAccepted(exercise, move)) continue
      const said = describeSearchedReason(t, exercise, move)
      const points = Number(said.match(/covers? (\d+) points/)?.[1] ?? 0)
      const isOver = outcome([move, ...exercise.lineAfter(move)].reduce(play, position))
      if (isOver && 2 * points < loss) expect(said).toMatch(/(Proved:|A deep search expects) /)
      if (!said.includes(' later plays ')) continue
      later += 1
      expect(said).toContain(`, ${other} later plays `)
    }
  }
  expect(later).toBeGreaterThan(0)
  const [first] = SEARCHED
  const wrong = first && legalMoves(first.position).find((move) => first.lossOf(move) > KEEPS)
  expect(first && wrong && describeSearched(t, first, wrong)).toMatch(
    /^With \w+ you end about \d+ points worse off than with the best move\.$/,
  )
})

test('under the other end rule the words mark where the usual one ends the game, and who is saved', async () => {
  const t = await words()
  const chapter = CHAPTERS.find(({ id }) => id === 'endRule')
  const [saved, delayed] = (chapter?.examples ?? []).map(({ position, move, line }) => {
    const moves = [move, ...line]
    return moves.map((each, at) => describeStep(t, moves.slice(0, at).reduce(play, position), each))
  })
  expect(saved?.[1]).toContain('Black has no possible move. Under the usual end rule, c6e4 would')
  expect(saved?.[1]).toContain('Black would win by 74 points.')
  expect(saved?.[2]).toContain('Black has a possible move again.')
  expect(delayed?.[2]).toContain('White has no possible move. Under the usual end rule, c5b6 would')
  expect(delayed?.join(' ')).not.toContain('again')
  for (const example of chapter?.examples ?? []) {
    expect(reasonsOf(t, 'endRule', example)).toContain('Under the usual end rule')
  }
  for (const exercise of chapter?.exercises ?? []) {
    if (exercise.kind !== 'searched') continue
    const said = describeSearchedReason(t, exercise, exercise.best)
    const loser = exercise.position.turn === 'black' ? 'White' : 'Black'
    expect(said).toMatch(new RegExp(`Under the usual end rule.*${loser} would win by`))
  }
})

test('a hint names a square of the idea before it names where the best move begins', async () => {
  const t = await words()
  const hints = SEARCHED.map((exercise) => ({ exercise, said: describeIdeaHint(t, exercise) }))
  for (const { exercise, said } of hints) {
    expect(said).not.toMatch(/\{\{|NaN|undefined|^$/)
    expect(said).not.toContain(formatMove(exercise.best))
  }
  const named = hints.filter(({ said }) => /[a-f][1-6]/.test(said))
  expect(named.length * 2).toBeGreaterThan(hints.length)
})

test('as the second chapter says, a one onto a three gives away more than a two, and a three least', () => {
  const losses = [1, 2, 3].map((value) => {
    const all = SEARCHED.filter(({ idea }) => idea === 'theirThrees').flatMap(
      ({ position, lossOf }) =>
        legalMoves(position)
          .filter(({ from, to }) => {
            const [moved, under] = [position.board[from], position.board[to]]
            const isTheirs = under !== undefined && ownerOf(under) !== position.turn
            return isTheirs && under.top.value === 3 && moved?.top.value === value
          })
          .map(lossOf),
    )
    return all.reduce((sum, loss) => sum + loss, 0) / all.length
  })
  expect(losses).toEqual(losses.toSorted((a, b) => b - a))
})
