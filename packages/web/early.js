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

  // WebKit takes every move of the focus by a script for one by the keyboard. After a press no ring is wanted (base.css).
  addEventListener(
    'pointerdown',
    () => {
      root.dataset.pressed = ''
    },
    true,
  )
  addEventListener(
    'keydown',
    () => {
      delete root.dataset.pressed
    },
    true,
  )

  // What somebody presses before the script is there is pressed again once it is. Links go by themselves.
  const MOST = 10
  const BOARD_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ']
  const pressed = []
  const keep = (event, again) => {
    // A part of the page may hear it already.
    event.stopPropagation()
    if (pressed.length < MOST) pressed.push(again)
  }
  const keepClick = (event) => {
    const control = event.target.closest('a, button, [data-square]')
    if (control === null || control.nodeName === 'A') return
    keep(event, () => control.click())
  }
  const keepKey = (event) => {
    const { key } = event
    // From a button a key comes as a click.
    if (event.target.closest('[data-square]') === null || !BOARD_KEYS.includes(key)) return
    // Nor does the page scroll by it.
    event.preventDefault()
    // Each arrow leads on from where the one before it led.
    const again = () => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    keep(event, () => document.activeElement.dispatchEvent(again()))
  }
  const keepChoice = (event) => {
    const { target: field } = event
    // The browser has set the field already, but taking the page over sets it back.
    const { checked, value } = field
    keep(event, () => {
      Object.assign(field, { checked, value })
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  addEventListener('click', keepClick, true)
  addEventListener('keydown', keepKey, true)
  addEventListener('change', keepChoice, true)
  addEventListener(
    'hokito:ready',
    async () => {
      removeEventListener('click', keepClick, true)
      removeEventListener('keydown', keepKey, true)
      removeEventListener('change', keepChoice, true)
      for (const again of pressed) {
        again()
        // The next may be a landing, which is one only once the choice has been shown.
        await new Promise(requestAnimationFrame)
      }
    },
    { once: true },
  )
}
