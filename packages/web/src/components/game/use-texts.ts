import { useEffect } from 'preact/hooks'
import type { TextPart } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'

/** Whether a part of the catalogue is loaded. Loads it if it is wanted. */
export function useTexts(part: TextPart, isWanted = true): boolean {
  const { language } = useServices()
  useEffect(() => {
    if (isWanted) language.want(part)
  }, [language, part, isWanted])
  return language.speech.value.parts.has(part)
}
