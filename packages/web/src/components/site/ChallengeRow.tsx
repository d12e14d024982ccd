import type { Challenge } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { LOCALES, useTranslate } from '../../i18n/i18n.ts'
import { inviteRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { DrawnIcon, Icon } from '../../ui/Icon.tsx'
import { GLOBE } from '../../ui/page-icons.ts'

interface ChallengeRowProps {
  readonly challenge: Challenge
  /** Absent where that cannot be. */
  readonly onWithdraw: (() => void) | undefined
}

/** What we offer and nobody has taken yet, in the list of our games: its link, and an end to it. */
export function ChallengeRow({ challenge, onWithdraw }: ChallengeRowProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [isCopied, setCopied] = useState(false)
  const { id, isListed, opponent, createdAt } = challenge
  const offered = t(isListed ? 'gamesPage.offer' : 'gamesPage.invitation')
  // Two of one day are told apart by the minute.
  const moment = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  // What could not be copied can be from its page, where the row leads.
  const copy = () =>
    navigator.clipboard.writeText(location.origin + inviteRoute(id)).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <li class="game-row challenge-row">
      <a class="card-link game-link" href={inviteRoute(id)}>
        {isListed ? <DrawnIcon path={GLOBE} /> : <Icon name="friends" />}
        <span class="game-words">
          <span class="game-opponent">
            {opponent === undefined ? offered : `${offered}: ${opponent.name}`}
          </span>
          <small role="status">{isCopied ? t('notice.copied') : moment.format(createdAt)}</small>
        </span>
      </a>
      {!isListed && opponent === undefined && (
        <button
          type="button"
          class="button button-quiet"
          aria-label={t('gamesPage.copyLink')}
          title={t('gamesPage.copyLink')}
          onClick={() => void copy()}
        >
          <Icon name="copy" />
        </button>
      )}
      {onWithdraw !== undefined && (
        <button
          type="button"
          class="button button-quiet"
          aria-label={t('gamesPage.withdraw')}
          title={t('gamesPage.withdraw')}
          onClick={onWithdraw}
        >
          <Icon name="bin" />
        </button>
      )}
    </li>
  )
}
