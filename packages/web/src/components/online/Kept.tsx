import { useTranslate } from '../../i18n/i18n.ts'

/** Something was pressed before the server could hear it: it is sent by itself, or given up. */
export function Kept({ onCancel }: { onCancel: () => void }) {
  const t = useTranslate()
  return (
    <section class="waiting" role="status">
      <p class="waiting-title">{t('online.kept')}</p>
      <p>{t('online.keptNote')}</p>
      <div class="button-row">
        <button type="button" class="button" onClick={onCancel}>
          {t('game.cancel')}
        </button>
      </div>
    </section>
  )
}
