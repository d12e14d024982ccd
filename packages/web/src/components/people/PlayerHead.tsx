import type { Profile } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import type { HouseBot } from '../../models/lobby/house-bots.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { describeBot } from '../../words/bots.ts'
import { formatDate } from '../../words/dates.ts'
import { shownName } from '../../words/shown-name.ts'
import { BotFace } from './BotFace.tsx'
import { PlayerFace } from './PlayerFace.tsx'
import { ProfileActions, type useRelation } from './ProfileActions.tsx'

interface PlayerHeadProps extends ReturnType<typeof useRelation> {
  readonly profile: Profile
  /** Undefined unless it is a house bot. */
  readonly bot: HouseBot | 'asked' | undefined
}

/** Who it is, since when, and what one can do with them. */
export function PlayerHead({ profile, bot, relation, ask }: PlayerHeadProps) {
  const { name, isBot = false, since, speeds } = profile
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const matches = speeds.reduce((sum, speed) => sum + speed.matches, 0)
  return (
    <header class="own-head player-head">
      {bot === undefined && <PlayerFace name={name} matches={matches} />}
      {bot === 'asked' && <span class="bot-face" />}
      {typeof bot === 'object' && <BotFace level={bot.level} />}
      <div>
        <h1>{shownName(profile)}</h1>
        {typeof bot === 'object' && <p>{describeBot(t, bot)}</p>}
        <p class="note">{t('profile.since', { date: formatDate(language, since) })}</p>
        {relation !== undefined && (
          <ProfileActions name={name} isBot={isBot} relation={relation} onChanged={ask} />
        )}
        {relation?.isSelf === true && (
          <p>
            <a href={ROUTES.profile}>{t('progress.yours')}</a>
          </p>
        )}
      </div>
    </header>
  )
}
