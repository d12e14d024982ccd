import { useEffect, useRef } from 'preact/hooks'

/**
 * Asks before a link or the browser leaves the page, until the returned flag is set to true. For
 * links it uses the page's own words.
 */
export function useQuestionBeforeLeaving(question: string): { current: boolean } {
  const isKept = useRef(false)
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (!isKept.current) event.preventDefault()
    }
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (link === null || link.getAttribute('href')?.startsWith('#') || confirm(question)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      // An open list of the menu would lie over what is to be saved.
      link.closest<HTMLElement>('[popover]')?.hidePopover()
    }
    addEventListener('beforeunload', unload)
    addEventListener('click', follow, true)
    return () => {
      removeEventListener('beforeunload', unload)
      removeEventListener('click', follow, true)
    }
  }, [question])
  return isKept
}
