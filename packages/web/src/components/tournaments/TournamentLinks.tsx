import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useCopy } from '../game/use-copy.ts'

/** Shares the address of this tournament, by copying or with the device's share sheet. */
export function TournamentLinks() {
  const t = useTranslate()
  const { told, byHand, copy } = useCopy()
  const link = location.origin + location.pathname
  // Closing the device's share sheet is no error.
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
