import { useEffect } from 'preact/hooks'
import type { Translate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'

/** Keeps what the page's head says of the whole site in step with its language and address. */
export function useHead(t: Translate, path: string): void {
  const { language } = useServices().language.speech.value
  useEffect(() => {
    document.querySelector('meta[name=description]')?.setAttribute('content', t('app.description'))
    const manifest = document.querySelector('link[rel=manifest]')
    manifest?.setAttribute('href', `/manifest.${language}.webmanifest`)
  }, [t, language])
  // What the head says of the first page alone, for search engines and previews, is not true of the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is the occasion.
  useEffect(() => {
    return () => {
      for (const element of document.querySelectorAll('[data-page]')) element.remove()
    }
  }, [path])
}
