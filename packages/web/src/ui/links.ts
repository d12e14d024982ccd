import { useCallback, useLayoutEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { addressIn, readAddress } from '../routes.ts'

/**
 * Makes links that keep the language of the page's address, if their target has an address in it.
 */
export function useAddress(): (route: string) => string {
  const { language } = readAddress(useLocation().path)
  return (route) => addressIn(language, route)
}

/**
 * Replaces the current page with another one, so that Back does not return, and scrolls to its top.
 * The router would keep the scroll position.
 */
export function useReplacedRoute(): (url: string) => void {
  const { route } = useLocation()
  return useCallback(
    (url) => {
      scrollTo(0, 0)
      route(url, true)
    },
    [route],
  )
}

/**
 * Lets links to the current address reset its page, if it shows something else by now; otherwise
 * they only scroll to the top. The router would see nothing new in the address, and would still add
 * a history entry.
 */
export function useLinksToHere(): void {
  // Before the router's own listener, which is on the same target.
  useLayoutEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
      if (link === undefined || isForBrowser(event, link) || !isHere(link)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (link.hash !== location.hash || history.state !== null) {
        history.pushState(null, '', link.href)
        dispatchEvent(new PopStateEvent('popstate'))
      }
      scrollTo(0, 0)
    }
    addEventListener('click', follow)
    return () => removeEventListener('click', follow)
  }, [])
}

// --- internal ---

/** Does the browser itself handle a click: in a new tab, as a download, or within the page? */
function isForBrowser(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, button } = event
  const isChanged = ctrlKey || metaKey || altKey || shiftKey || button !== 0
  const isWithin = link.getAttribute('href')?.startsWith('#') === true
  return isChanged || isWithin || link.target !== '' || link.download !== ''
}

function isHere({ origin, pathname, search }: HTMLAnchorElement): boolean {
  return (
    [origin, pathname, search].join() ===
    [location.origin, location.pathname, location.search].join()
  )
}
