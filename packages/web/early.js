// Runs before the first paint, so that nothing visible changes straight afterwards. src/main.tsx
// takes over from here.
{
  const root = document.documentElement
  let chosen = {}
  try {
    // Stored text may also say `null`.
    chosen = JSON.parse(localStorage.getItem('hokito:settings') ?? '{}') ?? {}
  } catch {
    // The settings model reports unreadable settings. Until then the page follows the device.
  }
  const wants = (query) => matchMedia(query).matches
  const dark = wants('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const system = wants('(prefers-contrast: more)') ? 'contrast' : dark
  const isKnown = ['light', 'dark', 'contrast'].includes(chosen.theme)
  root.dataset.theme = isKnown ? chosen.theme : system
  // An unknown name has no colours, so those of the theme apply.
  root.dataset.board = chosen.board ?? 'theme'
  root.dataset.pieces = chosen.pieces ?? 'theme'
  root.dataset.marks = chosen.marks

  // A prerendered page knows nothing of this device. If the device or the tab has stored data, such
  // as a language or a running game, the page stays hidden until it includes that data.
  try {
    const keys = [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
    if (keys.some((key) => key.startsWith('hokito:'))) root.dataset.waiting = ''
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
    // Links and menus work before the script.
    if (control === null || control.matches('a, [popovertarget]')) return
    keep(event, () => control.click())
  }
  const keepRightClick = (event) => {
    const square = event.target.closest('[data-square]')
    if (square === null) return
    // The browser's own menu must not open.
    event.preventDefault()
    const again = () => new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    keep(event, () => square.dispatchEvent(again()))
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
  addEventListener('contextmenu', keepRightClick, true)
  addEventListener('keydown', keepKey, true)
  addEventListener('change', keepChoice, true)
  addEventListener(
    'hokito:ready',
    async () => {
      removeEventListener('click', keepClick, true)
      removeEventListener('contextmenu', keepRightClick, true)
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
