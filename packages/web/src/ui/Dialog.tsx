import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useTranslate } from '../i18n/i18n.ts'
import { Icon } from './Icon.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Whether it leaves what it changes in view in a wide window: it stands at the edge. */
  readonly isAside?: boolean
  readonly children: ComponentChildren
}

/** A modal dialog while it is rendered: takes the focus, and returns it when it closes. */
export function Dialog({ title, onClose, isAside, children }: DialogProps) {
  const t = useTranslate()
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  useEffect(() => {
    const dialog = ref.current
    // Only the backdrop is the dialog element itself; everything inside is a descendant.
    const onClick = (event: Event) => {
      if (event.target === dialog) onClose()
    }
    dialog?.addEventListener('click', onClick)
    return () => dialog?.removeEventListener('click', onClick)
  }, [onClose])
  return (
    <dialog
      ref={ref}
      class={isAside === true ? 'dialog dialog-aside' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button
            type="button"
            class="button button-quiet"
            onClick={onClose}
            aria-label={t('game.close')}
          >
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
