import { type ComponentChild, hydrate } from 'preact'

/** Takes over a page as it was built, but for what waits until it is needed. */
export function takeOver(app: ComponentChild, root: Element): void {
  isUnderWay = true
  hydrate(app, root)
  isUnderWay = false
}

/** Is a component that is rendered now part of a page that is being taken over? */
export function isTakingOver(): boolean {
  return isUnderWay
}

// --- internal ---

let isUnderWay = false
