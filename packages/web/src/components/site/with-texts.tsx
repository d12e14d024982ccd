import { effect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { LANGUAGE_NAMES, type TextPart, useTranslate } from '../../i18n/i18n.ts'
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
    return hasFailed(language, parts) ? <Failed model={language} /> : null
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
    if (hasFailed(language, parts)) return <Failed model={language} />
    throw Promise.all([Page.preload(), textsLoaded(language, parts)])
  }
  return Object.assign(PageWithTexts, { preload: Page.preload })
}

// --- internal ---

function Failed({ model: { failed, retry, speech } }: { readonly model: LanguageModel }) {
  const t = useTranslate()
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  const { language } = failed.value ?? speech.value
  return (
    <Notice
      text={t('notice.languageFailed', { name: LANGUAGE_NAMES[language] })}
      action={t('notice.tryAgain')}
      onAction={retry}
    />
  )
}

function want(language: LanguageModel, parts: readonly TextPart[]): void {
  for (const part of parts) language.want(part)
}

function hasTexts({ speech }: LanguageModel, parts: readonly TextPart[]): boolean {
  return parts.every((part) => speech.value.parts.has(part))
}

/** Could one of the missing texts not be loaded? Texts that a page wants first are still asked for. */
function hasFailed({ failed }: LanguageModel, parts: readonly TextPart[]): boolean {
  return parts.some((part) => failed.value?.parts.has(part))
}

/** Resolves once the texts are loaded or cannot be loaded. */
async function textsLoaded(language: LanguageModel, parts: readonly TextPart[]): Promise<void> {
  want(language, parts)
  let stop = () => {}
  await new Promise<void>((resolve) => {
    stop = effect(() => {
      if (hasTexts(language, parts) || hasFailed(language, parts)) resolve()
    })
  })
  stop()
}
