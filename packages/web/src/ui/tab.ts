import { effect, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'

/** What the browser's tab says: the page's title, or that our move is awaited. */
export interface Tab {
  /** Of the page; undefined until it has one, as what was built has a title already. */
  readonly title: Signal<string | undefined>
  /** How many parts of the page say that it is our turn, or that a game of ours begins. */
  readonly signs: Readonly<Record<TabSign, Signal<number>>>
}

/** What calls whoever is in another tab. */
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

/** Says in the tab's title and icon that it is our turn, or that a game begins, for whoever is in another tab. */
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

/** Writes title and icon of the browser's tab. */
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
