import { useTranslate } from '../../i18n/i18n.ts'
import { goToSignIn } from '../../models/site/account-name.ts'
import type { Online } from '../../models/site/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'

/**
 * Shown on any page when the player was signed out from elsewhere, because their games continue
 * without them.
 */
export function SignedOutDialog({ online }: { online: Online }) {
  const t = useTranslate()
  const close = () => {
    online.isSignedOut.value = false
  }
  return (
    <Dialog title={t('online.signedOut.title')} onClose={close}>
      <p>{t('online.signedOut.text')}</p>
      <div class="button-row">
        <button type="button" class="button button-main" onClick={goToSignIn}>
          {t('online.signedOut.signIn')}
        </button>
        <button type="button" class="button" onClick={close}>
          {t('online.signedOut.guest')}
        </button>
      </div>
    </Dialog>
  )
}
