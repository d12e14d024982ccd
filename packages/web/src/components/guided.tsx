import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { LANGUAGE_NAMES, useTranslate } from '../i18n/i18n.ts'
import { useServices } from '../services.ts'
import { Notice } from './Notice.tsx'

/** A page that speaks with the words of the tutorial and the rules, shown once they are there. */
export function guided<P extends object>(Page: ComponentType<P>): ComponentType<P> {
  return function Guided(props: P) {
    const t = useTranslate()
    const { language } = useServices()
    useEffect(language.wantGuide, [language])
    if (language.speech.value.hasGuide) return <Page {...props} />
    const { value: failed } = language.failed
    if (failed === undefined) return null
    return <Notice text={t('settings.languageFailed', { name: LANGUAGE_NAMES[failed] })} />
  }
}
