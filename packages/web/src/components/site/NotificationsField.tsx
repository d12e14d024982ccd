import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { createPush, keepNotified, PUSH_OBSTACLES } from '../../models/account/push.ts'
import { useServices } from '../../services.ts'

/** The switch for notifications on this device, or the reason why there is none. */
export function NotificationsField() {
  const t = useTranslate()
  const { language, isLasting, deviceStorage } = useServices()
  const [push] = useState(() => createPush(deviceStorage))
  const { language: spoken } = language.speech.value
  useEffect(() => void push.look(), [push])
  useEffect(() => void keepNotified(deviceStorage, spoken), [deviceStorage, spoken])
  const state = push.state.value
  const failure = push.failure.value
  const obstacle = isLasting ? PUSH_OBSTACLES.find((each) => each === state) : 'unsupported'
  if (obstacle !== undefined) {
    return (
      <div>
        <strong>{t('push.title')}</strong>
        <p class="note">{t(`push.cannot.${obstacle}`)}</p>
      </div>
    )
  }
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          checked={state === 'on'}
          disabled={state === 'asked'}
          aria-describedby="push-note"
          onChange={(event) =>
            void (event.currentTarget.checked ? push.switchOn(spoken) : push.switchOff())
          }
        />
        {t('push.switch')}
      </label>
      <p class="note" id="push-note">
        {t('push.note')}
      </p>
      <p class="fault" role="alert">
        {failure !== undefined && t(`push.failure.${failure}`)}
      </p>
    </div>
  )
}
