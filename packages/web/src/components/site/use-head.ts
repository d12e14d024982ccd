import { useEffect } from 'preact/hooks'
import type { Translate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'

/**
 * Keeps the description and the manifest of the document in step with the language, and removes
 * tags that belong to one page only.
 */
export function useHead(t: Translate, path: string): void {
  const { language } = useServices().language.speech.value
  useEffect(() => {
    document.querySelector('meta[name=description]')?.setAttribute('content', t('app.description'))
    const manifest = document.querySelector('link[rel=manifest]')
    manifest?.setAttribute('href', `/manifest.${language}.webmanifest`)
  }, [t, language])
  // Tags for search engines and previews describe only the page that was loaded first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is the occasion.
  useEffect(() => {
    return () => {
      for (const element of document.querySelectorAll('[data-page]')) element.remove()
    }
  }, [path])
}
