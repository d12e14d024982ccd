import { effect, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'

/** What the browser's tab says: the page's title, or that our move is awaited. */
export interface Tab {
  /** Of the page; undefined until it has one, as what was built has a title already. */
  readonly title: Signal<string | undefined>
  /** How many parts of the page say that it is our turn. */
  readonly turnSigns: Signal<number>
}

export function createTab(): Tab {
  return { title: signal(undefined), turnSigns: signal(0) }
}

export const TabContext = createContext<Tab>(createTab())

/** Sets the page's title while the component lives. */
export function useTitle(title: string): void {
  const tab = useContext(TabContext)
  useEffect(() => {
    tab.title.value = title
  }, [tab, title])
}

/** Says in the tab's title and icon that it is our turn, for whoever is in another tab. */
export function useTurnSign(isTurn: boolean): void {
  const { turnSigns } = useContext(TabContext)
  useEffect(() => {
    if (!isTurn) return
    turnSigns.value++
    return () => {
      turnSigns.value--
    }
  }, [turnSigns, isTurn])
}

/** Writes title and icon of the browser's tab. */
export function useTab({ title, turnSigns }: Tab, turnTitle: string): void {
  useEffect(
    () =>
      effect(() => {
        const isTurn = turnSigns.value > 0
        const shown = isTurn ? turnTitle : title.value
        if (shown !== undefined) document.title = shown
        const icon = document.querySelector('link[rel=icon]')
        icon?.setAttribute('href', isTurn ? '/icon-turn.svg' : '/icon.svg')
      }),
    [title, turnSigns, turnTitle],
  )
}
