import {
  type Challenge,
  type FirstMoveTerms,
  firstMoveMs,
  isLive,
  isUnrated,
  NAME_LENGTH,
  type PlayerCard,
  placingMs,
  type RatingCard,
  type RefusalCode,
  type Terms,
  type TimeControl,
} from '@hokito/protocol'
import type { Translate } from '../i18n/i18n.ts'
import { shortDeal } from './names.ts'
import { joinSentences } from './sentences.ts'
import { BOT_MARK, shownName } from './shown-name.ts'

/** A time control in words. */
export function describeTime(t: Translate, timeControl: TimeControl): string {
  switch (timeControl.kind) {
    case 'none':
      return t('online.timeOf.none')
    case 'correspondence':
      return t('online.timeOf.correspondence', { count: timeControl.daysPerMove })
    case 'fischer':
      return t('online.timeOf.fischer', {
        minutes: timeControl.initialSeconds / 60,
        seconds: timeControl.incrementSeconds,
      })
    case 'delay':
      return t('online.timeOf.delay', {
        minutes: timeControl.initialSeconds / 60,
        seconds: timeControl.delaySeconds,
      })
  }
}

/** The terms that differ between games, in one line. */
export function describeTerms(t: Translate, terms: Terms): string {
  const { timeControl, games, setup, compensation, isDivided, isRated } = terms
  const parts = [describeTime(t, timeControl)]
  if (games === 2) parts.push(t('online.matchOf.2'))
  if (isDivided && compensation === undefined) parts.push(t('online.matchOf.divide'))
  if (compensation !== undefined) parts.push(t('game.compensation', { points: compensation }))
  if (setup.kind === 'given') parts.push(t('game.dealIs', { deal: shortDeal(setup.deal) }))
  else if (setup.kind !== 'standard') parts.push(t(`newGame.setups.${setup.kind}`))
  if (isRated) parts.push(t('online.rated'))
  return parts.join(' · ')
}

/** The colour of the invited player; in a match, in its first game. */
export function describeColor(t: Translate, { color, terms }: Offered): string {
  if (terms.isDivided) return t('online.divideNote')
  return t(`online.invite.${terms.games === 2 ? 'firstColors' : 'colors'}.${color}`)
}

/** The colour of the inviting player. */
export function describeOwnColor(t: Translate, { color, terms }: Offered): string {
  if (color === 'random') return describeColor(t, { color, terms })
  return t(`online.invite.${terms.games === 2 ? 'ownFirst' : 'ownColors'}.${color}`)
}

/**
 * A name, with the rating if the rating is at stake: `Anna (1512 ± 80)`, with `?` while it is
 * provisional, and `Anna (new)` before the first rated game, because a number would look as if it
 * had been earned.
 */
export function nameWithRating(t: Translate, card: PlayerCard): string {
  const { name, isBot, rating } = card
  if (rating === undefined) return shownName(card)
  const strength = isUnrated(rating) ? t('online.unrated') : formatRating(rating)
  return `${name} (${isBot ? `${BOT_MARK}, ` : ''}${strength})`
}

export function formatRating({ value, deviation, isProvisional }: RatingCard): string {
  return `${value} ± ${deviation}${isProvisional ? '?' : ''}`
}

/** Explains that both players place their own pieces, and how long they may take. */
export function describePlacing(t: Translate, timeControl: TimeControl): string {
  const minutes = placingMs(timeControl) / 60_000
  const days = minutes / MINUTES_A_DAY
  const time =
    days < 1 ? t('online.placing.minutes', { minutes }) : t('online.placing.days', { count: days })
  return joinSentences(t('online.placing.note'), time)
}

/**
 * How long the player who begins may take for the first move of a game that starts straight away;
 * empty if a move may take days.
 */
export function describeFirstMove(t: Translate, game: FirstMoveTerms): string {
  if (!isLive(game.terms.timeControl)) return ''
  return t('online.firstMoveIn', { count: firstMoveMs(game) / 60_000 })
}

/**
 * The reason for the server's refusal, and for how many minutes it holds, if the server says so.
 */
export function describeRefusal(t: Translate, code: RefusalCode, retryAfterMs = 0): string {
  const count = Math.max(1, Math.ceil(retryAfterMs / 60_000))
  return t(`online.refusal.${code}`, { count, ...NAME_LENGTH })
}

// --- internal ---

const MINUTES_A_DAY = 1440

type Offered = Pick<Challenge, 'color' | 'terms'>
