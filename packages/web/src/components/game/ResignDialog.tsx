import { useTranslate } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface ResignDialogProps {
  readonly onResign: () => void
  readonly onClose: () => void
}

/** Asks once more before a game is given up. */
export function ResignDialog({ onResign, onClose }: ResignDialogProps) {
  const t = useTranslate()
  const resign = () => {
    onClose()
    onResign()
  }
  return (
    <Dialog title={t('game.resignTitle')} onClose={onClose}>
      <p>{t('game.resignText')}</p>
      <div class="button-row">
        <button type="button" class="button button-warn" onClick={resign}>
          {t('game.resignYes')}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('game.cancel')}
        </button>
      </div>
    </Dialog>
  )
}
