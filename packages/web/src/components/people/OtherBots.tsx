import { useTranslate } from '../../i18n/i18n.ts'
import type { HouseBot } from '../../models/lobby/house-bots.ts'
import { challengeRoute, playerRoute } from '../../models/people/ratings.ts'
import { BotFace } from './BotFace.tsx'

interface OtherBotsProps {
  readonly bots: readonly HouseBot[]
  /** The name of the bot on whose page this is, if it is the page of a bot. */
  readonly shown?: string
}

/** The house bots, from the weakest to the strongest; on a page that is not a bot’s, also to play. */
export function OtherBots({ bots, shown }: OtherBotsProps) {
  const t = useTranslate()
  return (
    <section class="wide">
      <h2>{t('online.bots.title')}</h2>
      <ul class="other-bots">
        {bots.map(({ name, level }) => (
          <li key={name}>
            <a href={playerRoute(name)} aria-current={name === shown ? 'page' : undefined}>
              <BotFace level={level} />
              {name}
            </a>
            {shown === undefined && (
              <a
                class="button button-small"
                href={challengeRoute(name)}
                aria-label={`${t('online.accept')}: ${name}`}
              >
                {t('online.accept')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
