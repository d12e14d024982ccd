import { lazily } from '../../ui/lazily.tsx'

/** Dialogs that few games open; each is loaded when it opens. */
export const InspectDialog = lazily(async () => (await import('./InspectDialog.tsx')).InspectDialog)
export const KeysDialog = lazily(async () => (await import('./KeysDialog.tsx')).KeysDialog)
export const LegendDialog = lazily(async () => (await import('./LegendDialog.tsx')).LegendDialog)
export const ShareDialog = lazily(async () => (await import('./ShareDialog.tsx')).ShareDialog)
