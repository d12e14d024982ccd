import type { Key, Tab } from './driver.ts'

/**
 * Polls until an expression is true on the page; on a timeout the error says what it waited for.
 */
export async function until(tab: Tab, expression: string, what: string): Promise<void> {
  if (await comes(tab, expression, PATIENCE_MS)) return
  throw new Error(`never: ${what}; the page: ${await tab.read<string>(SEEN)}`)
}

/** Polls until an expression is true on the page; false if it is not after this time. */
export async function comes(tab: Tab, expression: string, patienceMs = 30_000): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (!(await tab.read<boolean>(`Boolean(${expression})`))) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return true
}

/** Presses the first visible button, link or label whose text contains these words. */
export async function clickNamed(tab: Tab, words: string): Promise<void> {
  const mark = `(() => {
    const all = [...document.querySelectorAll('button, a, label')]
    const found = all.find((element) =>
      element.textContent.replace(/\\s+/g, " ").includes(${JSON.stringify(words)}) &&
      element.getClientRects().length > 0)
    for (const { dataset } of all) delete dataset.pressHere
    if (found === undefined) return false
    found.dataset.pressHere = ''
    return true
  })()`
  await until(tab, mark, `“${words}” to press`)
  await tab.click('[data-press-here]')
}

/**
 * Starts a game against the computer from the home page, whose own board has pieces to move too,
 * and waits for the board of the game.
 */
export async function playComputer(tab: Tab): Promise<void> {
  await clickNamed(tab, 'Play the computer')
  await until(tab, `!${exists('.home')} && ${exists(MOVABLE)}`, 'the board of the game')
}

/** Makes a move by pressing a piece and then its landing. */
export async function moveByClicks(tab: Tab): Promise<void> {
  await tab.click(MOVABLE)
  await until(tab, exists(LANDING), 'a square to land on')
  await tab.click(LANDING)
}

/** Makes a move with the arrow keys and Enter; a square must have the focus. */
export async function moveByKeys(tab: Tab): Promise<void> {
  for (const target of [MOVABLE, LANDING]) {
    await until(tab, exists(target), target)
    await walkTo(tab, await squareOf(tab, `document.querySelector('${target}')`))
    await tab.press('Enter')
  }
}

/** Presses Tab until a square of the board has the focus. */
export async function tabToBoard(tab: Tab): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await tab.read<boolean>(`document.activeElement.matches('[data-square]')`)) return
    await tab.press('Tab')
  }
  throw new Error('the Tab key does not lead to the board')
}

/**
 * Plays our side until the game is over, with the given way to move; the opponent plays by itself.
 */
export async function playToEnd(
  tab: Tab,
  move: (tab: Tab) => Promise<void>,
  isOurTurn = exists(MOVABLE),
): Promise<void> {
  for (;;) {
    await until(tab, `${exists(END)} || ${isOurTurn}`, 'our turn or the end')
    if (await tab.read<boolean>(exists(END))) return
    const played = await moveCount(tab)
    await move(tab)
    await until(tab, `${MOVES} > ${played}`, 'our move in the list')
  }
}

export function moveCount(tab: Tab): Promise<number> {
  return tab.read<number>(MOVES)
}

/** An expression that is true if a selector matches anything; in brackets, so that `!` negates it. */
export function exists(selector: string): string {
  return `(document.querySelector('${selector}') !== null)`
}

/**
 * Online a premove is possible before the turn, so this also checks the title, which shows the
 * turn.
 */
export const ONLINE_TURN = `(document.title.startsWith('●') && document.querySelector('[data-movable="true"]') !== null)`

export const MOVABLE = '[data-movable="true"]'
export const LANDING = '[data-destination]'
export const END = '#end-title'

// --- internal ---

/** What tells why a wait was in vain. */
const SEEN = `JSON.stringify({
  path: location.pathname,
  status: document.querySelector('[data-testid=status]')?.textContent,
  chosen: document.querySelector('[aria-selected=true]')?.dataset.square,
  landings: [...document.querySelectorAll('[data-destination]')].map((square) => square.dataset.square),
  dialog: document.querySelector('dialog[open]')?.textContent,
  scrolled: scrollY,
})`
const MOVES = `document.querySelectorAll('.moves-move').length`
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 30
const MOST_TABS = 60

/** The name of a square on the page, such as `c3`. */
function squareOf(tab: Tab, element: string): Promise<string> {
  return tab.read<string>(`${element}.dataset.square`)
}

/** Black must be at the bottom. */
async function walkTo(tab: Tab, to: string): Promise<void> {
  const from = await squareOf(tab, 'document.activeElement')
  await pressTimes(tab, to > from ? 'ArrowRight' : 'ArrowLeft', distance(from, to, 0))
  const isUp = to.charCodeAt(1) > from.charCodeAt(1)
  await pressTimes(tab, isUp ? 'ArrowUp' : 'ArrowDown', distance(from, to, 1))
  await until(tab, `document.activeElement.dataset.square === '${to}'`, `the focus on ${to}`)
}

function distance(from: string, to: string, place: number): number {
  return Math.abs(to.charCodeAt(place) - from.charCodeAt(place))
}

async function pressTimes(tab: Tab, key: Key, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await tab.press(key)
}
