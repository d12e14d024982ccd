import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { useSeen } from '../../ui/use-seen.ts'

interface KeptProps {
  /** Cancels the press; absent if there is no reason to cancel. */
  readonly onCancel?: () => void
}

/** A press made while offline: it is sent when the connection returns, unless it is cancelled. */
export function Kept({ onCancel }: KeptProps) {
  const t = useTranslate()
  const box = useRef<HTMLElement>(null)
  useSeen(box)
  return (
    <section ref={box} class="waiting" role="status">
      <p class="waiting-title">{t('online.kept')}</p>
      <p>{t('online.keptNote')}</p>
      {onCancel !== undefined && (
        <div class="button-row">
          <button type="button" class="button button-text" onClick={onCancel}>
            {t('game.cancel')}
          </button>
        </div>
      )}
    </section>
  )
}
