import { lazily } from '../../ui/lazily.tsx'

/** Dialogs that few games open, loaded when one does. */
export const ShareDialog = lazily(async () => (await import('./ShareDialog.tsx')).ShareDialog)
export const KeysDialog = lazily(async () => (await import('./KeysDialog.tsx')).KeysDialog)
