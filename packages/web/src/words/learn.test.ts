import {
  formatSquare,
  legalMoves,
  outcome,
  type Position,
  play,
  SIDE,
  SQUARES,
  score,
  scoreParts,
  VALUES,
} from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { textsOf } from '../../test/words/texts.ts'
import { LANGUAGES, type Language, loadLanguage } from '../i18n/i18n.ts'
import type { Claims } from '../models/learn/claim.ts'
import type { Turn } from '../models/learn/coach.ts'
import { DIAGRAMS, GAME_WORDS } from '../models/learn/diagrams.ts'
import {
  judgeCount,
  judgeIsOver,
  judgeMove,
  judgePick,
  type Verdict,
  type Why,
} from '../models/learn/judge.ts'
import type { Step } from '../models/learn/lesson.ts'
import { LESSON_IDS } from '../models/learn/lesson-ids.ts'
import { FIRST_GAME, LESSONS } from '../models/learn/lessons.ts'
import { RULINGS } from '../models/learn/rulings.ts'
import { coachWords, describeEnded, describeWhy, praiseOf, taskOf } from './learn.ts'
import { describeMadeUp, describeRule, describeRuling } from './rules.ts'

test('the coach of the first game says with each advice how it stands', async () => {
  const t = await loadLanguage('en', new Set(['guide']))
  const turns: Turn[] = [{ position: FIRST_GAME, lastMove: undefined }]
  expect(coachWords(t, turns).text).not.toMatch(/lead|equal/)
  let position = FIRST_GAME
  for (let move = legalMoves(position)[0]; move !== undefined; [move] = legalMoves(position)) {
    position = play(position, move)
    if (position.turn !== 'black' || outcome(position) !== undefined) continue
    const { black, white } = score(position)
    const figures = black < white ? [white, black] : [black, white]
    turns.push({ position, lastMove: move })
    expect(coachWords(t, turns).text).toContain(figures.join(' to '))
  }
})

test('a learner reads “you”, and never the own colour, if there is no possible move', async () => {
  const t = await loadLanguage('en', new Set(['guide']))
  const over = LESSONS.flatMap(({ steps }) => steps).find(({ key }) => key === 'end.over')
  if (over === undefined) throw new Error('there is no such step')
  expect(describeEnded(t, over.position)).toMatch(/^You have no possible move\. The game is over/)
})

const STEPS = LESSONS.flatMap(({ steps }) => steps)

/**
 * Numbers as words, which cannot be placeholders without sounding wrong. Two is left out, because
 * many languages say "the two" for both. So are words with another meaning: Italian six ("you
 * are"), French nine ("new"), and German eight ("care").
 */
const NUMBER_WORDS: { readonly [L in Language]: Readonly<Record<number, string>> } = {
  en: {
    3: 'threes?',
    4: 'fours?',
    5: 'fives?',
    6: 'six(es)?',
    7: 'sevens?',
    8: 'eights?',
    9: 'nines?',
    10: 'tens?',
  },
  fr: { 3: 'trois', 4: 'quatre', 5: 'cinq', 6: 'six', 7: 'sept', 8: 'huit', 10: 'dix' },
  de: {
    3: 'drei(en|mal|er)?',
    4: 'vier(en|mal|er)?',
    5: 'fünf(en|mal|er)?',
    6: 'sechs(en|mal|er)?',
    7: 'sieben(mal)?',
    9: 'neun(mal)?',
    10: 'zehn(mal)?',
  },
  nl: {
    3: 'drie(ën)?',
    4: 'vier(en)?',
    5: 'vijf|vijven',
    6: 'zes(sen)?',
    7: 'zeven(s)?',
    8: 'acht(en)?',
    9: 'negen(s)?',
    10: 'tien(en)?',
  },
  it: { 3: 'tre', 4: 'quattro', 5: 'cinque', 7: 'sette', 8: 'otto', 9: 'nove', 10: 'dieci' },
  es: {
    3: 'tres(es)?',
    4: 'cuatros?',
    5: 'cincos?',
    6: 'seis(es)?',
    7: 'sietes?',
    8: 'ochos?',
    9: 'nueves?',
    10: 'diez',
  },
  pt: {
    3: 'três',
    4: 'quatros?',
    5: 'cincos?',
    6: 'seis',
    7: 'setes?',
    8: 'oitos?',
    9: 'noves?',
    10: 'dez',
  },
  pl: {
    3: 'trzy|trzema|trzech|trzem|trójk\\p{L}+|trójek',
    4: 'czter\\p{L}+|czwór\\p{L}+',
    5: 'pięć|pięciu|piąt\\p{L}+',
    6: 'sześć|sześciu|szóst\\p{L}+',
    7: 'siedem|siedmi\\p{L}+',
    8: 'osiem|ośmi\\p{L}+',
    9: 'dziewięć|dziewięci\\p{L}+',
    10: 'dziesięć|dziesięci\\p{L}+',
  },
  et: {
    3: 'kolm|kolme\\p{L}*',
    4: 'neli|nelja\\p{L}*',
    5: 'viis|viie\\p{L}*|viit',
    6: 'kuus|kuue\\p{L}*|kuut',
    7: 'seitse|seitsme\\p{L}*|seitset',
    8: 'kaheksa\\p{L}*',
    9: 'üheksa\\p{L}*',
    10: 'kümme|kümne\\p{L}*',
  },
}

/** "Twelve", the number of lessons. */
const TWELVE: { readonly [L in Language]: string } = {
  en: 'Twelve',
  fr: 'Douze',
  de: 'Zwölf',
  nl: 'Twaalf',
  it: 'Dodici',
  es: 'Doce',
  pt: 'Doze',
  pl: 'Dwanaście',
  et: 'Kaksteist',
}

describe.each(LANGUAGES)('in %s', (language) => {
  const loading = loadLanguage(language, new Set(['guide', 'home']))
  const textsUnder = (...parents: readonly string[]) =>
    [...textsOf(language)]
      .filter(([key]) => parents.some((parent) => key.startsWith(`${parent}.`)))
      .map(([, text]) => text)

  test.each(STEPS)('the words of $key name what its data say and nothing else', async (step) => {
    const t = await loading
    expectFrom(known(step.claims, step), taskOf(t, step), language)
    for (const position of reachedBy(step)) {
      const claims = step.kind === 'move' ? { ...step.claims, ...step.claimsAfter } : step.claims
      expectFrom(
        [...known(claims, step), ...pointsOn(position)],
        praiseOf(t, step, position),
        language,
      )
    }
  })

  test.each(STEPS)('every reason given in $key is a whole sentence', async (step) => {
    const t = await loading
    for (const reason of reasonsIn(step)) expectFilled(describeWhy(t, reason, step))
  })

  test.each(DIAGRAMS)('the rule of $key names what its diagram shows', async (diagram) => {
    const t = await loading
    expectFrom(known(diagram.claims), describeRule(t, diagram), language)
  })

  test('answers about the rules name the numbers of the game', async () => {
    const t = await loading
    const numbers = [
      // A half is a number, and 5 tenths.
      ...Object.values(GAME_WORDS).flatMap((number) => String(number).split('.')),
      `${Math.max(...VALUES)}`,
      `${SIDE / 2}`,
    ]
    for (const ruling of RULINGS) expectFrom(numbers, describeRuling(t, ruling), language)
    expectFrom(numbers, describeMadeUp(t), language)
  })

  test('no figure stands in the texts themselves', () => {
    const texts = textsUnder('learn', 'rules')
    expect(texts.filter((text) => /\d/.test(text))).toEqual([])
  })

  test('no number stands in words in what is said of any position', () => {
    const texts = textsUnder(
      'learn.why',
      'learn.coach',
      'learn.now',
      'learn.standing',
      'learn.ended',
    )
    expect(texts.filter((text) => strangersIn([], text, language).length > 0)).toEqual([])
  })

  test('as many lessons are announced as there are', async () => {
    const t = await loading
    expect(LESSON_IDS).toHaveLength(12)
    expect(t('learn.lead')).toContain(TWELVE[language])
    expect(t('homePage.learnNote')).toContain(TWELVE[language])
  })
})

describe('the check of sentences', () => {
  test.each([
    ['a sum that nothing says', ['9', '3'], 'White has 3 × 3 + 3 = 12.', ['12']],
    ['a square that nothing names', ['c4'], 'Cover c4 from d4.', ['d4']],
    ['a number as a word', ['3'], 'Three hops, four pieces.', ['4']],
    ['nothing where all is known', ['3', 'c4'], 'Three marks on c4.', []],
  ] as const)('finds %s', (_, numbers, sentence, found) => {
    expect(strangersIn(numbers, sentence, 'en')).toEqual(found)
  })
})

function expectFrom(numbers: readonly string[], sentence: string, language: Language): void {
  expectFilled(sentence)
  expect(strangersIn(numbers, sentence, language), sentence).toEqual([])
}

function expectFilled(sentence: string): void {
  expect(sentence.trim()).not.toBe('')
  expect(sentence).not.toMatch(/\{\{|undefined|NaN|learn\.|rules\./)
}

/** The figures, squares and number words of a sentence that are not among the known ones. */
function strangersIn(
  numbers: readonly string[],
  sentence: string,
  language: Language,
): readonly string[] {
  const figures = sentence.match(/[a-f][1-6]|\d+/g) ?? []
  const words = Object.entries(NUMBER_WORDS[language]).flatMap(([number, word]) =>
    new RegExp(`(?<!\\p{L})(${word})(?!\\p{L})`, 'iu').test(sentence) ? [number] : [],
  )
  return [...figures, ...words].filter((each) => !numbers.includes(each))
}

/** Numbers and squares of some claims, and for a step its solution and the squares of its piece. */
function known(claims: Claims, step?: Step): readonly string[] {
  const said = JSON.stringify(Object.values(claims)).match(/[a-f][1-6](?!\d)|\d+/g) ?? []
  const stacks = Object.values(claims).flatMap((claim) =>
    claim.kind === 'stands' ? [`${'abc'.indexOf(claim.is.charAt(0).toLowerCase()) + 1}`] : [],
  )
  const hops = Object.values(claims).flatMap((claim) =>
    claim.kind === 'way' ? [`${claim.is.length}`] : [],
  )
  return [...said, ...stacks, ...hops, ...(step === undefined ? [] : stepFigures(step))]
}

function stepFigures(step: Step): readonly string[] {
  const points = pointsOn(step.position)
  switch (step.kind) {
    case 'pick':
      return [...points, `${step.value}`]
    case 'count': {
      const parts = Object.values(scoreParts(step.position)).flat()
      return [...points, ...parts.flatMap(({ value, height }) => [`${value}`, `${height}`])]
    }
    case 'move': {
      const [{ from, to }] = step.solutions
      const marks = step.position.board[from]?.top.value
      return [...points, formatSquare(from), formatSquare(to), `${marks}`]
    }
    case 'isOver':
      return points
  }
}

/** Both sides' points, which sentences may mention. */
function pointsOn(position: Position): readonly string[] {
  return Object.values(score(position)).map(String)
}

/** The positions after the right answers. */
function reachedBy(step: Step): readonly Position[] {
  if (step.kind !== 'move') return [step.position]
  return step.solutions.map((move) => play(step.position, move))
}

/** The reasons for all available wrong answers. */
function reasonsIn(step: Step): readonly Why[] {
  return verdictsOf(step).flatMap((verdict) => (verdict.isRight ? [] : [verdict.why]))
}

function verdictsOf(step: Step): readonly Verdict[] {
  switch (step.kind) {
    case 'pick':
      return SQUARES.map((square) => judgePick(step, square))
    case 'count':
      return step.options.map((option) => judgeCount(step, option))
    case 'isOver':
      return [judgeIsOver(step, true), judgeIsOver(step, false)]
    case 'move': {
      const [{ from }] = step.solutions
      const tries = SQUARES.map((to) => ({ from, to })).filter(({ to }) => to !== from)
      return [...tries, ...legalMoves(step.position)].map((move) => judgeMove(step, move))
    }
  }
}
