import { type DealError, type HfenError, type HgnError, MAX_GAME_LENGTH } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { FormError } from '../models/local/new-game-form.ts'
import type { ReplayError } from '../models/replay/replay-model.ts'
import { joinSentences } from './sentences.ts'

/** A deal error as a sentence with its place. */
export function describeDealError(t: Translate, error: DealError): string {
  return joinSentences(
    t(`error.deal.${error.code}`),
    t('error.whereCharacter', { at: error.at + 1 }),
  )
}

/** An HFEN error as a sentence with its place. */
export function describeHfenError(t: Translate, error: HfenError): string {
  return joinSentences(
    t(`error.hfen.${error.code}`),
    t('error.whereCharacter', { at: error.at + 1 }),
  )
}

/** Why a form cannot start a game. */
export function describeFormError(t: Translate, error: FormError): string {
  switch (error.kind) {
    case 'deal':
      return describeDealError(t, error.error)
    case 'position':
      return describeHfenError(t, error.error)
    case 'over':
      return t('newGame.already')
    case 'unmade':
      // The setup board says what is missing.
      return ''
  }
}

/** An HGN error as sentences: the error, its place, the text found there and the text expected. */
export function describeHgnError(t: Translate, error: HgnError): string {
  const { found, expected } = error
  return joinSentences(
    t(`record.hgn.${error.code}`, { example: DEAL_TAG, most: MAX_GAME_LENGTH }),
    reasonOf(t, error),
    hgnPlace(t, error),
    found === undefined ? '' : t('record.found', { found }),
    expected === undefined ? '' : t('record.expected', { expected }),
  )
}

/** The error in a text that should have been a record or a position. */
export function describeReplayError(t: Translate, error: ReplayError): string {
  switch (error.kind) {
    case 'empty':
      return t('record.empty')
    case 'unlike':
      return t('record.unlike', { word: error.word, example: DEAL_TAG })
    case 'record':
      return describeHgnError(t, error.error)
    case 'position':
      return describeHfenError(t, error.error)
    case 'deal':
      return describeDealError(t, error.error)
  }
}

// --- internal ---

/** A record's tag for the layout with which its game begins. */
const DEAL_TAG = '[Deal "77.1234567"]'

function hgnPlace(t: Translate, { game, line, column, ply }: HgnError): string {
  return ply === undefined
    ? t('record.whereGame', { game, line, column })
    : t('record.whereMove', { game, line, column, ply })
}

/** The reason inside the broken deal, position or move; empty if there is none. */
function reasonOf(t: Translate, { reason }: HgnError): string {
  switch (reason) {
    case undefined:
      return ''
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
