import { withoutForm } from './texts.ts'

/** Looks a key up in a language's catalogue and fills in its arguments. */
export type LookUp = (key: string, values: Values) => string
export type Values = Readonly<Record<string, string | number>>

/** A message with difficult arguments, and a description of them. */
export interface Rendered {
  readonly what: string
  readonly text: string
}

/** A key of the English catalogue with every set of arguments to try. */
export interface Sample {
  readonly key: string
  readonly values: readonly Values[]
}

/**
 * Every key of the English catalogue, plural forms as one, with difficult values for its arguments.
 */
export function samplesOf(english: ReadonlyMap<string, string>): readonly Sample[] {
  const byKey = new Map<string, Set<string>>()
  for (const [key, text] of english) {
    const names = byKey.get(withoutForm(key)) ?? new Set()
    for (const name of argumentsOf(text)) names.add(name)
    byKey.set(withoutForm(key), names)
  }
  return [...byKey].map(([key, names]) => ({ key, values: valuesFor([...names], key) }))
}

/** A sample in a language, once for each set of arguments. */
export function renderSample({ key, values }: Sample, lookUp: LookUp): readonly Rendered[] {
  return values.map((each) => ({
    what: describeValues(each),
    text: lookUp(key, localised(each, lookUp)),
  }))
}

/** Difficult names, and one that is no name. */
export const HARD_NAMES = ['{you}', 'Maximiliane-Theodora', '{black}'] as const

/** Numbers that cover all plural forms of our languages. */
export const HARD_COUNTS = [0, 1, 2, 5, 11, 21, 101] as const

// --- internal ---

function argumentsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/\{\{(\w+)[^}]*\}\}/g), ([, name = '']) => name)
}

/** Sets of all arguments, each with its values in turn; as many sets as the longest has values. */
function valuesFor(names: readonly string[], key: string): readonly Values[] {
  if (names.length === 0) return [{}]
  const lists = names.map((name) => hardValues(name, key))
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) =>
    Object.fromEntries(
      names.map((name, at) => [name, lists[at]?.[(index + at) % (lists[at]?.length ?? 1)] ?? '']),
    ),
  )
}

/**
 * Values for an argument by its name, which describes it; an unlisted name is an error in the test.
 */
function hardValues(name: string, key: string): readonly (string | number)[] {
  const values = VALUES[name]
  if (values === undefined) {
    throw new Error(`no values for the argument ${name} of ${key}: list them here`)
  }
  return values
}

const SQUARES = ['c2', 'f6']
const SMALL = [1, 2, 3]

/** `{…}` is a word of the language, put in by {@link localised}. */
const VALUES: Readonly<Record<string, readonly (string | number)[]>> = {
  ...same(['name', 'winner', 'black', 'white', 'maker'], HARD_NAMES),
  ...same(['square', 'from', 'to', 'over', 'on'], SQUARES),
  rule: ['A single lands only on a single, a stack only on a stack.'],
  ...same(
    [
      'count',
      'total',
      'points',
      'blackMoves',
      'whiteMoves',
      'added',
      'kept',
      'pointsNow',
      'blackPoints',
      'whitePoints',
    ],
    HARD_COUNTS,
  ),
  ...same(
    ['value', 'wanted', 'height', 'hops', 'n', 'game', 'ply', 'done', 'level', 'marks'],
    SMALL,
  ),
  ...same(['now', 'then'], ['{black}\u00a036, {white}\u00a018']),
  // The number of a move in a record, or the move itself.
  move: [2, 'c2d4'],
  ...same(['first', 'second'], ['c2d4', 'd4f4']),
  ...same(
    ['gain', 'best', 'own', 'other', 'minutes', 'seconds', 'last', 'line', 'column', 'at'],
    HARD_COUNTS,
  ),
  ...same(['stuck', 'standing', 'ending'], ['{stuck}']),
  ...same(['ownSum', 'otherSum'], ['3 × 4 + 1', '0']),
  ...same(['pieces', 'all'], [36]),
  ...same(['fair', 'compensation'], [13.5]),
  color: ['{black}', '{white}'],
  piece: ['{mine}', '{black3}'],
  covered: ['{mine}', '{black3}'],
  squares: ['d4', 'd4, e5, f6'],
  ...same(['shape', 'shapes'], ['d4', 'd4, e5, f6']),
  moves: ['c2d4 e5e6'],
  ...same(['reply', 'landing', 'answer', 'better', 'blocked'], ['e5e6']),
  stack: ['', ' ×4'],
  example: ['c2 d4'],
  word: ['hello'],
  shortest: [3],
  longest: [24],
  time: ['0:09.4', '1:05:00'],
  deal: ['77.1234567', 's42'],
  key: ['hokito:damaged:k3v9'],
  keys: ['hokito:damaged:k3v9', 'hokito:damaged:k3v9, hokito:damaged:q7p2'],
  result: ['57–43'],
  reason: ['{refusal}'],
  save: ['HGN'],
  terms: ['{terms}'],
  title: ['{lesson}'],
  what: ['{section}'],
  phrase: ['{phrase}'],
  found: ['c2d'],
  chance: ['57%'],
  expected: ['57-43', '1.4'],
  ...same(['won', 'drawn', 'lost'], HARD_COUNTS),
  ...same(['before', 'after'], ['1512 ± 80', '1500']),
  ...same(['change', 'two', 'one', 'none'], ['+20', '−175', '0']),
  most: [50],
  least: ['−5'],
  average: ['+6.3', '−31.0'],
  of: HARD_COUNTS,
  depth: [7, 36],
  speed: [0, 2345678],
  size: [5.25],
  limit: [5],
  volume: [70, '{silent}'],
  version: ['1.2.3'],
  judgement: ['{missedWin}'],
  ...same(
    [
      'share',
      'early',
      'late',
      'later',
      'tops',
      'wins',
      'made',
      'front',
      'any',
      'given',
      'chosen',
      'left',
      'open',
      'guarded',
      'soon',
      'away',
      'possible',
      'ones',
      'threes',
    ],
    [2, 58],
  ),
  ...same(['byMoves', 'byPoints'], [0.38]),
  ...same(['behind', 'choices', 'loss', 'gap', 'back', 'ownThen', 'otherThen'], [4, 12]),
  dearest: ['b2'],
  keeps: [3],
  games: [800],
  nodes: [20_000],
  ...same(['who', 'opponent'], ['{black}', '{white}']),
  solved: SMALL,
  ...same(['score', 'mistakes', 'round', 'number'], SMALL),
  ...same(['players', 'rounds'], HARD_COUNTS),
  rating: [1500],
  weeks: [17],
  ...same(['daily', 'played'], HARD_COUNTS),
  ...same(['mean', 'par'], ['+6.3', '−31.0']),
  ...same(['low', 'high'], ['+6', '−31']),
  by: ['12.5'],
  first: ['1512', '64'],
  place: SMALL,
  plies: [12],
  draws: HARD_COUNTS,
  margin: ['+12', '−3'],
  date: ['23 November'],
  days: [30],
  why: ['Insults in a game'],
  address: ['ottilie@localhost'],
  site: ['localhost'],
  themes: ['{longWay}'],
  task: ['{task}'],
  teacher: ['Mistress Mari'],
  parts: ['c2 = 3 × 4, d5 = 1 × 1'],
}

function same(
  names: readonly string[],
  values: readonly (string | number)[],
): Record<string, readonly (string | number)[]> {
  return Object.fromEntries(names.map((name) => [name, values]))
}

/** Keys of the words that stand for `{…}`. */
const WORDS: Readonly<Record<string, string>> = {
  '{you}': 'game.you',
  '{black}': 'color.black',
  '{white}': 'color.white',
  '{mine}': 'board.pieceOf.mine.2',
  '{black3}': 'board.pieceOf.black.3',
  '{refusal}': 'online.refusal.gameOver',
  '{terms}': 'online.timeOf.none',
  '{lesson}': 'learn.lessons.stacks.title',
  '{section}': 'rules.sections.hop.title',
  '{phrase}': 'online.phrase.goodGame',
  '{silent}': 'settings.silent',
  '{stuck}': 'end.stuck.white',
  '{missedWin}': 'review.judged.missedWin',
  '{longWay}': 'puzzles.themes.longWay',
  '{task}': 'class.tasks.kinds.lesson',
}

function localised(values: Values, lookUp: LookUp): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const key = typeof value === 'string' ? WORDS[value] : undefined
      return [name, key === undefined ? value : lookUp(key, {})]
    }),
  )
}

function describeValues(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')
}
