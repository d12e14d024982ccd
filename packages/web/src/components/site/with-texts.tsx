import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { LANGUAGE_NAMES, type TextPart, useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import { Notice } from '../../ui/Notice.tsx'

/** A page that speaks with the words of a part of the catalogue, shown once they are there. */
export function withTexts<P extends object>(
  part: TextPart,
  Page: ComponentType<P>,
): ComponentType<P> {
  return function WithTexts(props: P) {
    const t = useTranslate()
    const { language } = useServices()
    useEffect(() => language.want(part), [language])
    if (language.speech.value.parts.has(part)) return <Page {...props} />
    const { value: failed } = language.failed
    if (failed === undefined) return null
    return <Notice text={t('notice.languageFailed', { name: LANGUAGE_NAMES[failed] })} />
  }
}
