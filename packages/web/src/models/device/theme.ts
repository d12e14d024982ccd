import { effect } from '@preact/signals'
import type { SettingsModel } from './settings.ts'

/** Queries the device; the browser's `matchMedia`, or something of the same shape. */
export type AskDevice = (
  query: string,
) => Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>

/**
 * Keeps the root element's `data-theme` at the chosen theme, or at the device's theme as that
 * changes, and `data-board`, `data-pieces` and `data-marks` at the chosen ones. `early.js` sets the
 * first values before the first paint, by the same rules.
 */
export function applyTheme(
  { settings }: SettingsModel,
  root: HTMLElement,
  ask: AskDevice,
): () => void {
  const wishes = [ask('(prefers-contrast: more)'), ask('(prefers-color-scheme: dark)')] as const
  const paint = () => {
    const { theme, board, pieces, marks } = settings.value
    const [contrast, dark] = wishes
    root.dataset.theme =
      theme !== 'system' ? theme : contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light'
    // `theme` names no colours of its own, so those of the theme apply.
    root.dataset.board = board
    root.dataset.pieces = pieces
    root.dataset.marks = marks
  }
  const stop = effect(paint)
  for (const wish of wishes) wish.addEventListener('change', paint)
  return () => {
    stop()
    for (const wish of wishes) wish.removeEventListener('change', paint)
  }
}
