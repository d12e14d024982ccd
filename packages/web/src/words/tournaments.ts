import { MINUTE_MS, type Tournament } from '@hokito/protocol'
import { type Language, LOCALES, type Translate } from '../i18n/i18n.ts'
import { endOf } from '../models/tournaments/tournaments.ts'
import { formatMoment, nameOfDay } from './dates.ts'
import { describeTime } from './online.ts'

/** What a tournament is called: by its day, its own name, or its kind and maker. */
export function tournamentName(
  t: Translate,
  language: Language,
  { kind, maker, name, day }: Pick<Tournament, 'kind' | 'maker' | 'name' | 'day'>,
): string {
  if (day === undefined) return name ?? t(`tournaments.name.${kind}`, { maker })
  return t('tournaments.name.daily', { date: nameOfDay(language, day) })
}

/** The time until something as a clock shows it, such as `4:05` or `1:04:05`. */
export function formatCountdown(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = two(seconds % 60)
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`
}

/**
 * The facts of a tournament in a few words each: what it is if its name does not say so, the time
 * control, what counts, the number of players, and its progress.
 * @param now if given, the facts include the time left of an arena
 */
export function describeFacts(
  t: Translate,
  language: Language,
  tournament: Tournament,
  now?: number,
): readonly string[] {
  const { terms, entered, rounds, round, endedAt, admitsBots, kind, maker, name, day } = tournament
  // The current round already says of how many.
  const isToldByRound = round > 0 && endedAt === undefined
  return [
    ...(name === undefined ? [] : [t(`tournaments.name.${kind}`, { maker })]),
    ...(day === undefined ? [] : [t(`tournaments.kinds.${kind}`)]),
    describeTime(t, terms.timeControl),
    ...(terms.compensation === undefined
      ? []
      : [t('game.compensation', { points: terms.compensation })]),
    ...(terms.isRated ? [t('online.rated')] : []),
    // An arena has no rounds, and a round robin of one player none yet.
    rounds === 0 || isToldByRound
      ? t('tournaments.players', { players: entered })
      : t('tournaments.about', { players: entered, rounds }),
    ...(admitsBots ? [t('tournaments.withBots')] : []),
    ...describeCourse(t, language, tournament, now),
  ]
}

/** A number of minutes, as whole hours or days if possible. */
export function describeMinutes(language: Language, minutes: number): string {
  const [count, unit] = unitOf(minutes)
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count)
}

// --- internal ---

const HOUR = 60
const DAY = 24 * HOUR

/** When it starts, how long it lasts, and its progress; at its end, that it is over, or was never held. */
function describeCourse(
  t: Translate,
  language: Language,
  { round, rounds, startsAt, endsAt, endedAt }: Tournament,
  now: number | undefined,
): readonly string[] {
  const minutes = (ms: number) => describeMinutes(language, Math.max(1, Math.ceil(ms / MINUTE_MS)))
  if (endedAt !== undefined) return [t(`tournaments.${endOf({ round, startsAt, endedAt })}`)]
  const start = round === 0 ? [describeStart(t, language, startsAt)] : []
  if (endsAt === undefined) {
    return round === 0 ? start : [t('tournaments.roundOf', { round, rounds })]
  }
  if (round > 0 && now !== undefined) {
    return [t('tournaments.left', { time: minutes(endsAt - now) })]
  }
  return [...start, t('tournaments.duration', { time: minutes(endsAt - startsAt) })]
}

/** When a tournament starts, by the reader's clock. */
function describeStart(t: Translate, language: Language, at: number): string {
  return t('tournaments.startsAt', { date: formatMoment(language, at) })
}

function unitOf(minutes: number): readonly [number, 'minute' | 'hour' | 'day'] {
  if (minutes % DAY === 0) return [minutes / DAY, 'day']
  return minutes % HOUR === 0 ? [minutes / HOUR, 'hour'] : [minutes, 'minute']
}
