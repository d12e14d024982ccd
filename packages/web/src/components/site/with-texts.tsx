import { effect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { LANGUAGE_NAMES, type Language, type TextPart, useTranslate } from '../../i18n/i18n.ts'
import type { LanguageModel } from '../../i18n/language.ts'
import { useServices } from '../../services.ts'
import { Notice } from '../../ui/Notice.tsx'

/** A part of a page that uses some parts of the catalogue; it is shown once they are loaded. */
export function withTexts<P extends object>(
  parts: readonly TextPart[],
  Part: ComponentType<P>,
): ComponentType<P> {
  return function WithTexts(props: P) {
    const { language } = useServices()
    useEffect(() => want(language, parts), [language])
    if (hasTexts(language, parts)) return <Part {...props} />
    const { value: failed } = language.failed
    return failed === undefined ? null : <Failed language={failed} />
  }
}

/** A page whose code is loaded on the first visit. */
type LazyPage<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> }

/**
 * A page that uses some parts of the catalogue. It suspends once until they and its code are
 * loaded, and the router keeps the previous page in view meanwhile.
 */
export function pageWithTexts<P extends object>(
  parts: readonly TextPart[],
  Page: LazyPage<P>,
): LazyPage<P> {
  function PageWithTexts(props: P) {
    const { language } = useServices()
    if (hasTexts(language, parts)) return <Page {...props} />
    const { value: failed } = language.failed
    if (failed === undefined) throw Promise.all([Page.preload(), textsLoaded(language, parts)])
    return <Failed language={failed} />
  }
  return Object.assign(PageWithTexts, { preload: Page.preload })
}

// --- internal ---

function Failed({ language }: { language: Language }) {
  const t = useTranslate()
  return <Notice text={t('notice.languageFailed', { name: LANGUAGE_NAMES[language] })} />
}

function want(language: LanguageModel, parts: readonly TextPart[]): void {
  for (const part of parts) language.want(part)
}

function hasTexts({ speech }: LanguageModel, parts: readonly TextPart[]): boolean {
  return parts.every((part) => speech.value.parts.has(part))
}

/** Resolves once the texts are loaded or cannot be loaded. */
async function textsLoaded(language: LanguageModel, parts: readonly TextPart[]): Promise<void> {
  want(language, parts)
  let stop = () => {}
  await new Promise<void>((resolve) => {
    stop = effect(() => {
      if (hasTexts(language, parts) || language.failed.value !== undefined) resolve()
    })
  })
  stop()
}
