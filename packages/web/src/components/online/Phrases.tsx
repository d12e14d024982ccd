import { PHRASES } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'

/** What can be said, and a way not to hear the other. */
export function Phrases({ model }: { model: OnlineGame }) {
  const t = useTranslate()
  return (
    <details class="phrases">
      <summary>{t('online.game.phrases')}</summary>
      <div class="button-row">
        {PHRASES.map((phrase) => (
          <button
            key={phrase}
            type="button"
            class="button button-small"
            onClick={() => void model.say(phrase)}
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
    </details>
  )
}
