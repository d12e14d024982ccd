import type { Challenge } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { inviteRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { DrawnIcon, Icon } from '../../ui/Icon.tsx'
import { GLOBE } from '../../ui/page-icons.ts'
import { formatMoment } from '../../words/dates.ts'

interface ChallengeRowProps {
  readonly challenge: Challenge
  /** Undefined if it cannot be withdrawn. */
  readonly onWithdraw: (() => void) | undefined
}

/**
 * An open challenge of the player's in the list of games, with its link and a button to withdraw
 * it.
 */
export function ChallengeRow({ challenge, onWithdraw }: ChallengeRowProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [isCopied, setCopied] = useState(false)
  const { id, isListed, opponent, createdAt } = challenge
  const offered = t(isListed ? 'gamesPage.offer' : 'gamesPage.invitation')
  // The minute tells two challenges of the same day apart.
  const moment = formatMoment(language, createdAt)
  // If copying fails, the row leads to a page on which it works.
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
          <small role="status">{isCopied ? t('notice.copied') : moment}</small>
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
