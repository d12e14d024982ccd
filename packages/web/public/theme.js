// Runs before the first paint, so that no other theme flashes; src/models/device/theme.ts takes over from here.
{
  let chosen
  try {
    chosen = JSON.parse(localStorage.getItem('hokito:settings') ?? '{}').theme
  } catch {
    // Unreadable settings are reported by the settings model; the page then follows the device.
  }
  const wants = (query) => matchMedia(query).matches
  const dark = wants('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const system = wants('(prefers-contrast: more)') ? 'contrast' : dark
  const isKnown = ['light', 'dark', 'contrast'].includes(chosen)
  document.documentElement.dataset.theme = isKnown ? chosen : system
}
