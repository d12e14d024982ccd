// Runs before the first paint, so that nothing visible changes straight afterwards. src/main.tsx
// takes over from here.
{
  const root = document.documentElement
  let chosen
  try {
    chosen = JSON.parse(localStorage.getItem('hokito:settings') ?? '{}').theme
  } catch {
    // The settings model reports unreadable settings. Until then the page follows the device.
  }
  const wants = (query) => matchMedia(query).matches
  const dark = wants('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const system = wants('(prefers-contrast: more)') ? 'contrast' : dark
  const isKnown = ['light', 'dark', 'contrast'].includes(chosen)
  root.dataset.theme = isKnown ? chosen : system

  // A prerendered page knows nothing of this device. If the device has stored data, such as a
  // language or a running game, the page stays hidden until it includes that data.
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith('hokito:')))
      root.dataset.waiting = ''
  } catch {
    root.dataset.waiting = ''
  }

  // WebKit treats every focus change by a script as one by the keyboard. After a click no focus
  // ring is wanted (base.css).
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

  // The page replays clicks and keys from before the main script is ready. Links work without it.
  const MOST = 10
  const BOARD_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ']
  const pressed = []
  const keep = (event, again) => {
    // Parts of the page may already have handlers.
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
    // On a button, a key also fires a click.
    if (event.target.closest('[data-square]') === null || !BOARD_KEYS.includes(key)) return
    // The key must not scroll the page.
    event.preventDefault()
    // Each arrow key starts from where the previous one led.
    const again = () => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    keep(event, () => document.activeElement.dispatchEvent(again()))
  }
  const keepChoice = (event) => {
    const { target: field } = event
    // The browser has already changed the field, but hydration will reset it.
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
        // The next one may choose a landing, which exists only after the choice has been rendered.
        await new Promise(requestAnimationFrame)
      }
    },
    { once: true },
  )
}
