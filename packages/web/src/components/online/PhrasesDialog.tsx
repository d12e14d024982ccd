import { PHRASES } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface PhrasesDialogProps {
  readonly model: OnlineGame
  readonly onClose: () => void
}

/** What can be said, and a way not to hear the other. */
export function PhrasesDialog({ model, onClose }: PhrasesDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={t('online.game.phrases')} onClose={onClose}>
      <div class="button-row">
        {PHRASES.map((phrase) => (
          <button
            key={phrase}
            type="button"
            class="button button-small"
            onClick={() => {
              onClose()
              void model.say(phrase)
            }}
          >
            {t(`online.phrase.${phrase}`)}
          </button>
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={model.isMuted.value}
          onChange={(event) => {
            model.isMuted.value = event.currentTarget.checked
          }}
        />
        {t('online.game.mute')}
      </label>
    </Dialog>
  )
}
