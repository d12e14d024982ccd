import type { DealError, HfenError, HgnError } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { ReplayError } from '../models/replay/replay-model.ts'

/** A deal error as a sentence with its place. */
export function describeDealError(t: Translate, error: DealError): string {
  return `${t(`error.deal.${error.code}`)} ${t('error.whereCharacter', { at: error.at + 1 })}.`
}

/** An HFEN error as a sentence with its place. */
export function describeHfenError(t: Translate, error: HfenError): string {
  return `${t(`error.hfen.${error.code}`)} ${t('error.whereCharacter', { at: error.at + 1 })}.`
}

/** An HGN error as a sentence with its place, what stood there and what should have. */
export function describeHgnError(t: Translate, error: HgnError): string {
  const details = [hgnPlace(t, error)]
  if (error.found !== undefined) details.push(t('error.found', { found: error.found }))
  if (error.expected !== undefined) details.push(t('error.expected', { expected: error.expected }))
  const reason = reasonOf(t, error)
  const what = t(`error.hgn.${error.code}`)
  return `${what}${reason === undefined ? '' : ` ${reason}`} (${details.join(', ')})`
}

/** What is wrong with a text that should have been a record or a position. */
export function describeReplayError(t: Translate, error: ReplayError): string {
  switch (error.kind) {
    case 'empty':
      return t('error.empty')
    case 'record':
      return describeHgnError(t, error.error)
    case 'position':
      return describeHfenError(t, error.error)
  }
}

// --- internal ---

function hgnPlace(t: Translate, { game, line, column, ply }: HgnError): string {
  return ply === undefined
    ? t('error.whereGame', { game, line, column })
    : t('error.whereMove', { game, line, column, ply })
}

/** The reason inside the deal, position or move that is broken. */
function reasonOf(t: Translate, { reason }: HgnError): string | undefined {
  switch (reason) {
    case undefined:
      return undefined
    case 'badDealId':
    case 'leadingZero':
    case 'dealOutOfRange':
      return t(`error.deal.${reason}`)
    case 'badCell':
    case 'badHeight':
    case 'rankTooShort':
    case 'rankTooLong':
    case 'tooFewRanks':
    case 'tooManyRanks':
    case 'badSide':
    case 'trailingText':
    case 'tooManyPieces':
      return t(`error.hfen.${reason}`)
    default:
      return t(`error.move.${reason}`)
  }
}
