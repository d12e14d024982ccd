import type { GameEnding, RefusalCode, Terms, TimeControl } from '@hokito/protocol'
import type { Translate } from '../i18n/i18n.ts'

/** Terms of time in words. */
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

/** The terms of a game that differ from one to the next, in one line. */
export function describeTerms(t: Translate, { timeControl, games, setup }: Terms): string {
  const parts = [describeTime(t, timeControl)]
  if (games === 2) parts.push(t('online.matchOf.2'))
  if (setup.kind === 'given') parts.push(t('game.dealIs', { deal: setup.deal }))
  else if (setup.kind !== 'standard') parts.push(t(`newGame.setups.${setup.kind}`))
  return parts.join(', ')
}

/** Why the server said no, and for how many minutes where it says so. */
export function describeRefusal(t: Translate, code: RefusalCode, retryAfterMs = 0): string {
  return t(`online.refusal.${code}`, { count: Math.max(1, Math.ceil(retryAfterMs / 60_000)) })
}

/** Who won an online game, by name. */
export function onlineHeadline(
  t: Translate,
  { winner }: GameEnding,
  names: { readonly black: string; readonly white: string },
): string {
  if (winner === 'nobody') return t('online.game.nobody')
  return winner === 'draw' ? t('end.draw') : t('end.wins', { name: names[winner] })
}
