import type { Profile } from '@hokito/protocol'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import { playerRoute } from '../../models/people/ratings.ts'
import { SIGN_IN } from '../../models/site/account-name.ts'
import { markedDays } from '../../models/site/history.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { describeDay } from '../../words/daily.ts'
import { formatDate } from '../../words/dates.ts'
import { PlayerFace } from '../people/PlayerFace.tsx'
import type { History } from './use-history.ts'

interface ProfileHeadProps {
  /** Also a guest has one, once online. */
  readonly name: string | undefined
  /** Undefined without an account, and until it is known. */
  readonly profile: Profile | undefined
  readonly history: History
}

/** Who it is, with the same picture as on the public page, since when, and where it is kept. */
export function ProfileHead({ name, profile, history }: ProfileHeadProps) {
  const t = useTranslate()
  const { url } = useLocation()
  const { accountName, language } = useServices()
  const spoken = language.speech.value.language
  const matches = profile?.speeds.reduce((sum, speed) => sum + speed.matches, 0) ?? 0
  const [first] = [...markedDays(history).keys()].sort()
  return (
    <header class="own-head player-head">
      <PlayerFace name={name ?? ''} matches={matches} />
      <div>
        <h1>{name ?? t('progress.yours')}</h1>
        {profile !== undefined && (
          <p>{t('profile.since', { date: formatDate(spoken, profile.since) })}</p>
        )}
        {profile === undefined && first !== undefined && (
          <p>{t('progress.since', { date: describeDay(spoken, first, 'medium') })}</p>
        )}
        {accountName.value === undefined ? (
          <p class="note">
            {t('progress.guest')} <a href={accountRoute(url)}>{t('account.ways.signUp')}</a>
            {' · '}
            <a href={accountRoute(url) + SIGN_IN}>{t('account.ways.signIn')}</a>
          </p>
        ) : (
          <p class="note">
            {t('progress.onDevice')}{' '}
            <a href={playerRoute(accountName.value)}>{t('progress.public')}</a>
            {' · '}
            <a href={ROUTES.account}>{t('account.title')}</a>
          </p>
        )}
      </div>
    </header>
  )
}
