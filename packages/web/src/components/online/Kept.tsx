import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { useSeen } from '../../ui/use-seen.ts'

interface KeptProps {
  /** Gives it up; absent where nobody would want that. */
  readonly onCancel?: () => void
}

/** Something was pressed before the server could hear it: it is sent by itself, or given up. */
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
          <button type="button" class="button" onClick={onCancel}>
            {t('game.cancel')}
          </button>
        </div>
      )}
    </section>
  )
}
