import {
  type Color,
  formatBeginning,
  formatMove,
  type GameRecord,
  GLYPH_SIGNS,
  signOf,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { AnalysedLine } from '../models/analysis/analyst.ts'
import type { OpenError } from '../models/analysis/open-text.ts'
import type { Outlook } from '../models/analysis/outlook.ts'
import type { TreeNode } from '../models/analysis/tree.ts'
import { describeDealError, describeReplayError } from './errors.ts'
import { shortDeal } from './names.ts'
import { namesIn } from './record.ts'
import { joinSentences } from './sentences.ts'

/** The result of a line, in a sentence: a proof never sounds like an estimate. */
export function describeOutlook(t: Translate, outlook: Outlook): string {
  if (outlook.kind === 'expected') {
    const { lead } = outlook
    if (lead === 0) return t('analysis.expected.even')
    return t(`analysis.expected.${lead > 0 ? 'black' : 'white'}`, { count: Math.abs(lead) })
  }
  const { plies } = outlook
  return joinSentences(
    describeProof(t, outlook),
    plies === undefined ? '' : t('analysis.movesToEnd', { count: plies }),
  )
}

/**
 * The same in few enough signs for a row, beside words for screen readers: Black's lead is positive,
 * and a winner whose lead is not proved is named.
 */
export function shortOutlook(t: Translate, outlook: Outlook): string {
  const sign = outlook.kind === 'expected' ? '≈' : '✓'
  if (outlook.kind === 'proved' && outlook.lead === undefined && outlook.winner !== 'draw') {
    return `${sign}\u00a0${t(`color.${outlook.winner}`)}`
  }
  const { lead = 0 } = outlook
  return `${sign}\u00a0${lead > 0 ? `+${lead}` : String(lead).replace('-', '−')}`
}

/** A spoken line: its moves and its result. */
export function describeLine(t: Translate, { moves, outlook }: AnalysedLine): string {
  const spoken = moves.slice(0, SPOKEN_MOVES).map(formatMove).join(', ')
  return joinSentences(`${spoken}.`, describeOutlook(t, outlook))
}

/**
 * A move with the signs of its judgements, such as `c2d4!?`; glyphs without a sign appear as
 * numbers.
 */
export function moveText({ move, glyphs }: TreeNode): string {
  const signs = glyphs.map((code) => signOf(code) ?? ` $${code}`)
  return formatMove(move) + signs.join('')
}

/** The same, spoken. */
export function spokenMove(t: Translate, { move, glyphs, comment }: TreeNode): string {
  const judged = glyphs.map((code) => glyphName(t, code))
  return [formatMove(move), ...judged, ...(comment === '' ? [] : [comment])].join(', ')
}

/** The meaning of a glyph, or its number if it has no name here. */
export function glyphName(t: Translate, code: number): string {
  const [, named] = GLYPH_SIGNS.find(([, each]) => each === code) ?? []
  return named === undefined ? `$${code}` : t(`analysis.glyphs.${GLYPH_NAMES[named]}`)
}

/** The name of an analysis: its players, or its beginning. */
export function analysisName(t: Translate, record: GameRecord): string {
  const names = namesIn(t, record)
  if (names !== undefined) return t('home.versus', { ...names })
  const { beginning, moves } = record
  const first = moves.slice(0, TOLD_MOVES).map(formatMove).join(' ')
  const told = moves.length > TOLD_MOVES ? `${first} …` : first
  if (beginning.kind !== 'deal') return [t('game.ownPosition'), told].join(' ').trim()
  return t('game.dealIs', { deal: told || shortDeal(formatBeginning(beginning)) })
}

/** Enough moves to know an analysis by, where a layout's number says nothing. */
const TOLD_MOVES = 3

/** The error in a text to be analysed. */
export function describeOpenError(t: Translate, error: OpenError): string {
  switch (error.kind) {
    case 'tooLong':
      return t('analysis.tooLong')
    case 'deal':
      return describeDealError(t, error.error)
    case 'link':
      return t(`analysis.link.${error.error}`)
    default:
      return describeReplayError(t, error)
  }
}

/** The heading of the lines of a side that would be to move if the opponent passed. */
export function threatTitle(t: Translate, mover: Color): string {
  return t(`analysis.threatsIf.${mover}`)
}

// --- internal ---

/** As many as a listener can remember. */
const SPOKEN_MOVES = 4
/** The names of `$1` to `$6`. */
const GLYPH_NAMES = {
  1: 'good',
  2: 'mistake',
  3: 'brilliant',
  4: 'blunder',
  5: 'interesting',
  6: 'doubtful',
} as const satisfies { readonly [C in (typeof GLYPH_SIGNS)[number][1]]: string }

function describeProof(t: Translate, { winner, lead }: Extract<Outlook, { kind: 'proved' }>) {
  if (winner === 'draw') return t('analysis.proved.draw')
  return lead === undefined
    ? t(`analysis.proved.${winner}Wins`)
    : t(`analysis.proved.${winner}`, { count: Math.abs(lead) })
}
