import { useEffect } from 'preact/hooks'
import type { TextPart } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'

/** Is a part of the catalogue there? It is loaded where it is not, unless nothing wants it. */
export function useTexts(part: TextPart, isWanted = true): boolean {
  const { language } = useServices()
  useEffect(() => {
    if (isWanted) language.want(part)
  }, [language, part, isWanted])
  return language.speech.value.parts.has(part)
}
