import { useTranslate } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  /** The label of the button that confirms. */
  readonly yes: string
  /** The label of the button that closes it, if not the usual one. */
  readonly no?: string
  readonly onYes: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before something that cannot be undone lightly. */
export function ConfirmDialog({ title, text, yes, no, onYes, onClose }: ConfirmDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="button-row">
        <button
          type="button"
          class="button button-warn"
          onClick={() => {
            onClose()
            onYes()
          }}
        >
          {yes}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {no ?? t('game.cancel')}
        </button>
      </div>
    </Dialog>
  )
}
