import type { Signal } from '@preact/signals'
import type { ComponentChild } from 'preact'

/** The dialogs of a page by their names, each made when it opens. */
export type DialogTable<K extends string> = {
  readonly [Name in K]: (close: () => void) => ComponentChild
}

interface OneDialogProps<K extends string> {
  readonly open: Signal<K | undefined>
  readonly dialogs: DialogTable<K>
}

/** The open dialog of a page: at most one at a time. */
export function OneDialog<K extends string>({ open, dialogs }: OneDialogProps<K>) {
  const name = open.value
  if (name === undefined) return null
  const close = () => {
    open.value = undefined
  }
  return <>{dialogs[name](close)}</>
}
