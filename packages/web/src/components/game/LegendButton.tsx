import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LegendDialog } from './lazy-dialogs.ts'

/** What the signs on the board mean, one press from every board. */
export function LegendButton() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        class="button button-quiet legend-button"
        aria-label={t('game.legend')}
        title={t('game.legend')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="question" />
      </button>
      {isOpen && <LegendDialog onClose={() => setOpen(false)} />}
    </>
  )
}
