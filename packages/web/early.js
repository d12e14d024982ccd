// Runs before the first paint, so that nothing is seen that changes at once; src/main.tsx takes over from here.
{
  const root = document.documentElement
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
  root.dataset.theme = isKnown ? chosen : system

  // A page that was built knows nothing of this device. Where something is kept here, be it a language or a
  // running game, it is shown once that is in it.
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith('hokito:')))
      root.dataset.waiting = ''
  } catch {
    root.dataset.waiting = ''
  }

  // What somebody presses before the script is there is pressed again once it is. Links go by themselves.
  const MOST = 10
  const pressed = []
  const keep = (event) => {
    const control = event.target.closest('a, button, [data-square]')
    if (control === null || control.nodeName === 'A') return
    // A part of the page may hear it already.
    event.stopPropagation()
    if (pressed.length < MOST) pressed.push(control)
  }
  addEventListener('click', keep, true)
  addEventListener(
    'hokito:ready',
    async () => {
      removeEventListener('click', keep, true)
      for (const control of pressed) {
        control.click()
        // The next may be a landing, which is one only once the choice has been shown.
        await new Promise(requestAnimationFrame)
      }
    },
    { once: true },
  )
}
