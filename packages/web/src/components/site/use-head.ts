import { useEffect } from 'preact/hooks'
import { LANGUAGES, type Translate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'

/** Keeps what the page's head says of the whole site in step with its language and address. */
export function useHead(t: Translate, path: string): void {
  const { language } = useServices().language.speech.value
  useEffect(() => {
    document.querySelector('meta[name=description]')?.setAttribute('content', t('app.description'))
    const manifest = document.querySelector('link[rel=manifest]')
    manifest?.setAttribute('href', `/manifest.${language}.webmanifest`)
  }, [t, language])
  useEffect(() => {
    // A game is on one device only, so it has no other address to point at.
    if (path.startsWith(`${ROUTES.game}/`)) return
    const links = [
      alternate('x-default', path),
      ...LANGUAGES.map((each) => alternate(each, `${path}?lang=${each}`)),
    ]
    document.head.append(...links)
    return () => {
      for (const link of links) link.remove()
    }
  }, [path])
}

// --- internal ---

/** A link to the same page in another language, for search engines. */
function alternate(language: string, path: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'alternate'
  link.hreflang = language
  link.href = new URL(path, location.origin).href
  return link
}
