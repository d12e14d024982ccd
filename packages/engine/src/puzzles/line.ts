/**
 * A puzzle as a line of a pack, such as `we 1450 r8 tl ------/--b2---/… w c2d4e5c2c2c5`: a letter
 * each for kind and end rule, the rating, the levels that find it as bits in base 36, a letter for
 * each theme, the position, the moves.
 */
import {
  END_RULES,
  type EndRule,
  formatMove,
  formatPosition,
  type Move,
  parseMove,
  parsePosition,
} from '@hokito/rules'
import {
  PUZZLE_KINDS,
  type Puzzle,
  type PuzzleKind,
  type PuzzleParts,
  type PuzzleSummary,
  puzzleId,
  puzzleOf,
  THEMES,
  type Theme,
} from './puzzle.ts'

/** Formats a puzzle as a line, without the line break. */
export function formatLine(puzzle: PuzzleParts): string {
  const { position, kind, solution, rating, themes, foundBy } = puzzle
  return [
    KIND_LETTERS[kind] + RULE_LETTERS[position.endRule],
    String(rating),
    formatLevels(foundBy),
    themes.map((theme) => THEME_LETTERS[theme]).join('') || '-',
    formatPosition(position),
    solution.map(formatMove).join(''),
  ].join(' ')
}

/**
 * Does a text look like a line of a pack? Does not check its board or whether its moves are legal.
 */
export function isLine(text: string): boolean {
  return LINE.test(text)
}

/** The parts of a line that need no board. */
export function readSummary(line: string): PuzzleSummary {
  const { kind, endRule, rating, foundBy, themes, hfen, moves } = fieldsOf(line)
  return {
    id: puzzleId(hfen, endRule),
    endRule,
    kind,
    rating,
    themes,
    foundBy,
    ownMoves: (moves.length / MOVE_LENGTH + 1) / 2,
  }
}

/** The puzzle of a line; undefined if its board cannot be read. */
export function readPuzzle(line: string): Puzzle | undefined {
  const { endRule, hfen, moves, ...fields } = fieldsOf(line)
  const position = parsePosition(hfen, endRule)
  if (!position.ok) return undefined
  return puzzleOf({ ...fields, position: position.value, solution: readMoves(moves) })
}

// --- internal ---

const KIND_LETTERS: Readonly<Record<PuzzleKind, string>> = { win: 'w', draw: 'd', margin: 'm' }
const RULE_LETTERS: Readonly<Record<EndRule, string>> = { either: 'e', onTurn: 'o' }
const THEME_LETTERS: Readonly<Record<Theme, string>> = {
  stuck: 's',
  ownEnd: 'e',
  tower: 't',
  longWay: 'l',
  count: 'c',
  quiet: 'q',
  sacrifice: 'g',
  comeback: 'b',
  defence: 'd',
}
const KINDS = new Map(PUZZLE_KINDS.map((kind) => [KIND_LETTERS[kind], kind]))
const RULES = new Map(END_RULES.map((endRule) => [RULE_LETTERS[endRule], endRule]))
const MOVE_LENGTH = 4
const LEVEL_COUNT = 10

const LINE =
  /^[wdm][eo] \d{3,4} [0-9a-z]{2} (?:[setlcqgbd]+|-) [-/a-cA-C0-9]{11,90} [bw] (?:[a-f][1-6]){2}(?:(?:[a-f][1-6]){4}){0,4}$/

interface Fields extends Pick<PuzzleSummary, 'kind' | 'endRule' | 'rating' | 'foundBy' | 'themes'> {
  readonly hfen: string
  readonly moves: string
}

/**
 * The fields of a line that was checked before. Thousands are read together, so the pattern is not
 * matched again.
 */
function fieldsOf(line: string): Fields {
  const [letters = '', rating = '', levels = '', themes = '', board = '', turn = '', moves = ''] =
    line.split(' ')
  return {
    kind: KINDS.get(letters.charAt(0)) ?? 'win',
    endRule: RULES.get(letters.charAt(1)) ?? 'either',
    rating: Number(rating),
    foundBy: readLevels(levels),
    themes: readThemes(themes),
    hfen: `${board} ${turn}`,
    moves,
  }
}

function formatLevels(levels: readonly number[]): string {
  const bits = levels.reduce((sum, level) => sum | (1 << (level - 1)), 0)
  return bits.toString(36).padStart(2, '0')
}

const readLevels = remembering((text): readonly number[] => {
  const bits = Number.parseInt(text, 36)
  return Array.from({ length: LEVEL_COUNT }, (_, index) => index + 1).filter(
    (level) => (bits & (1 << (level - 1))) !== 0,
  )
})

const readThemes = remembering((text): readonly Theme[] =>
  THEMES.filter((theme) => text.includes(THEME_LETTERS[theme])),
)

/** Memoizes a function of a few hundred different texts. */
function remembering<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = compute(text)
    known.set(text, value)
    return value
  }
}

function readMoves(text: string): readonly Move[] {
  return (text.match(/.{4}/g) ?? []).map((word) => {
    const move = parseMove(word)
    if (!move.ok) throw new Error('a line holds nothing but moves at its end')
    return move.value
  })
}
