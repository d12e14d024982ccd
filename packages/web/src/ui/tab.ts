import { effect, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'

/** The text of the browser's tab: the page's title, or that it is our turn. */
export interface Tab {
  /**
   * The title of the page; undefined until it has one, because a prerendered page already has a
   * title.
   */
  readonly title: Signal<string | undefined>
  /** How many parts of the page signal that it is our turn, or that a game of ours begins. */
  readonly signs: Readonly<Record<TabSign, Signal<number>>>
}

/** A signal to a player who is in another tab. */
export type TabSign = 'turn' | 'begun'

export function createTab(): Tab {
  return { title: signal(undefined), signs: { turn: signal(0), begun: signal(0) } }
}

export const TabContext = createContext<Tab>(createTab())

/** Sets the page's title while the component lives. */
export function useTitle(title: string): void {
  const tab = useContext(TabContext)
  useEffect(() => {
    tab.title.value = title
  }, [tab, title])
}

/**
 * Signals in the tab's title and icon that it is our turn, or that a game begins, for a player in
 * another tab.
 */
export function useTabSign(sign: TabSign | undefined): void {
  const { signs } = useContext(TabContext)
  useEffect(() => {
    if (sign === undefined) return
    signs[sign].value++
    return () => {
      signs[sign].value--
    }
  }, [signs, sign])
}

/** Writes the title and the icon of the browser's tab. */
export function useTab({ title, signs }: Tab, turnTitle: string, begunTitle: string): void {
  useEffect(
    () =>
      effect(() => {
        const isTurn = signs.turn.value > 0
        const isBegun = signs.begun.value > 0
        const shown = isTurn ? turnTitle : isBegun ? begunTitle : title.value
        if (shown !== undefined) document.title = shown
        const icon = document.querySelector('link[rel=icon]')
        icon?.setAttribute('href', isTurn || isBegun ? '/icon-turn.svg' : '/icon.svg')
      }),
    [title, signs, turnTitle, begunTitle],
  )
}
