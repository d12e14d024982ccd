import { useCallback, useLayoutEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { addressIn, readAddress } from '../routes.ts'

/** Makes links that stay in the language of the page's address, where what they lead to has one in it. */
export function useAddress(): (route: string) => string {
  const { language } = readAddress(useLocation().path)
  return (route) => addressIn(language, route)
}

/**
 * Leads to the top of another page, which Back does not lead back from. The router leaves such a page as far down as the
 * one before was.
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
 * Lets links to the page that is shown begin it anew, where it shows something else by now; where it does not, they
 * lead nowhere. To the router such an address is nothing new, but it would be one more to go back from.
 */
export function useLinksToHere(): void {
  // Before the router's own, which hears clicks at the same place.
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

/** Does the browser itself see to a click: in a new tab, as a download, or to a place within the page? */
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
