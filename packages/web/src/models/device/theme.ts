import { effect } from '@preact/signals'
import type { SettingsModel } from './settings.ts'

/** Asks the device; the browser's `matchMedia` or something shaped like it. */
export type AskDevice = (
  query: string,
) => Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>

/**
 * Keeps the root element's `data-theme` at the chosen theme, or at the device's as it changes. The first
 * value is set before the first paint by `early.js`, by the same rules.
 */
export function applyTheme(
  { settings }: SettingsModel,
  root: HTMLElement,
  ask: AskDevice,
): () => void {
  const wishes = [ask('(prefers-contrast: more)'), ask('(prefers-color-scheme: dark)')] as const
  const paint = () => {
    const { theme } = settings.value
    const [contrast, dark] = wishes
    root.dataset.theme =
      theme !== 'system' ? theme : contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light'
  }
  const stop = effect(paint)
  for (const wish of wishes) wish.addEventListener('change', paint)
  return () => {
    stop()
    for (const wish of wishes) wish.removeEventListener('change', paint)
  }
}
