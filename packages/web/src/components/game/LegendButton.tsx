import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LegendDialog } from './lazy-dialogs.ts'

/** The legend of the board's signs, one press away from every board. */
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
