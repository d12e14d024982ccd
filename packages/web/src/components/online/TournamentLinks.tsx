import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useCopy } from '../game/use-copy.ts'

/** Hands the address of this tournament to others: copied, or by what the device sends things with. */
export function TournamentLinks() {
  const t = useTranslate()
  const { told, byHand, copy } = useCopy()
  const link = location.origin + location.pathname
  // Whoever closes the device's own sheet without sending has not made a mistake.
  const share = () => navigator.share({ title: document.title, url: link }).catch(() => undefined)
  return (
    <div class="tournament-own">
      {typeof navigator.share === 'function' && (
        <button type="button" class="button" onClick={() => void share()}>
          <Icon name="share" />
          {t('online.invite.share')}
        </button>
      )}
      <button type="button" class="button" onClick={() => void copy(link)}>
        <Icon name="copy" />
        {t('online.copyLink')}
      </button>
      <p role="status">{told}</p>
      {byHand !== undefined && (
        <input class="input" readOnly aria-label={t('online.copyLink')} value={byHand} />
      )}
    </div>
  )
}
