import { type Color, formatBeginning, formatMove, type GameRecord, signOf } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { AnalysedLine, Outlook } from '../models/analysis/analyst.ts'
import type { OpenError } from '../models/analysis/open-text.ts'
import type { TreeNode } from '../models/analysis/tree.ts'
import { describeDealError, describeReplayError } from './errors.ts'
import { shortDeal } from './names.ts'
import { namesIn } from './record.ts'
import { joinSentences } from './sentences.ts'

/** What a line comes to, in a sentence: what is proved never sounds like what is expected. */
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

/** The same in as few signs as a row has room for, beside the words for those who hear it; Black's lead is above 0. */
export function shortOutlook(outlook: Outlook): string {
  const { lead } = outlook
  const points = lead === undefined ? '' : lead > 0 ? `+${lead}` : String(lead).replace('-', '−')
  if (outlook.kind === 'expected') return `≈\u00a0${points}`
  return `✓\u00a0${points === '' ? { black: '+', white: '−', draw: '0' }[outlook.winner] : points}`
}

/** A line as it is spoken: its moves and what they come to. */
export function describeLine(t: Translate, { moves, outlook }: AnalysedLine): string {
  const spoken = moves.slice(0, SPOKEN_MOVES).map(formatMove).join(', ')
  return joinSentences(`${spoken}.`, describeOutlook(t, outlook))
}

/** A move with the signs of how it was judged, such as `c2d4!?`; glyphs without a sign are numbers. */
export function moveText({ move, glyphs }: TreeNode): string {
  const signs = glyphs.map((code) => signOf(code) ?? ` $${code}`)
  return formatMove(move) + signs.join('')
}

/** The same as it is spoken. */
export function spokenMove(t: Translate, { move, glyphs, comment }: TreeNode): string {
  const judged = glyphs.map((code) => glyphName(t, code))
  return [formatMove(move), ...judged, ...(comment === '' ? [] : [comment])].join(', ')
}

/** What a glyph means, or its number where it has no name here. */
export function glyphName(t: Translate, code: number): string {
  const name = GLYPH_NAMES[code - 1]
  return name === undefined ? `$${code}` : t(`analysis.glyphs.${name}`)
}

/** What an analysis is of: who played, or where it begins. */
export function analysisName(t: Translate, record: GameRecord): string {
  const names = namesIn(t, record)
  if (names !== undefined) return t('home.versus', { ...names })
  return record.beginning.kind === 'deal'
    ? t('game.dealIs', { deal: shortDeal(formatBeginning(record.beginning)) })
    : t('game.ownPosition')
}

/** What is wrong with a text that was to be analysed. */
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

/** What is said above the lines of a side that would be to move if the other one passed. */
export function threatTitle(t: Translate, mover: Color): string {
  return t(`analysis.threatsIf.${mover}`)
}

// --- internal ---

/** As many as can be kept in mind. */
const SPOKEN_MOVES = 4
/** Those of `$1` to `$6`. */
const GLYPH_NAMES = ['good', 'mistake', 'brilliant', 'blunder', 'interesting', 'doubtful'] as const

function describeProof(t: Translate, { winner, lead }: Extract<Outlook, { kind: 'proved' }>) {
  if (winner === 'draw') return t('analysis.proved.draw')
  return lead === undefined
    ? t(`analysis.proved.${winner}Wins`)
    : t(`analysis.proved.${winner}`, { count: Math.abs(lead) })
}
