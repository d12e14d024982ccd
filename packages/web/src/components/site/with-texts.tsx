import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { LANGUAGE_NAMES, type TextPart, useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import { Notice } from '../../ui/Notice.tsx'

/** A page that uses some parts of the catalogue; it is shown once they are loaded. */
export function withTexts<P extends object>(
  parts: readonly TextPart[],
  Page: ComponentType<P>,
): ComponentType<P> {
  return function WithTexts(props: P) {
    const t = useTranslate()
    const { language } = useServices()
    useEffect(() => {
      for (const part of parts) language.want(part)
    }, [language])
    const { speech } = language
    if (parts.every((part) => speech.value.parts.has(part))) return <Page {...props} />
    const { value: failed } = language.failed
    if (failed === undefined) return null
    return <Notice text={t('notice.languageFailed', { name: LANGUAGE_NAMES[failed] })} />
  }
}
