import { useEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Recovery codes, this once, with ways to keep them. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useTranslate()
  const [isCopied, setCopied] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // The form that was sent has gone; whoever listens hears what came of it.
  useEffect(() => title.current?.focus(), [])
  useQuestionBeforeLeaving(t('account.codes.leave'))
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      // They are there to be marked and copied by hand.
      () => setCopied(false),
    )
  return (
    <section class="recovery-codes">
      <h2 ref={title} tabIndex={-1}>
        {t('account.codes.title')}
      </h2>
      <p>{t('account.codes.lead')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="button-row">
        <button type="button" class="button" onClick={() => void copy()}>
          <Icon name="copy" />
          {t('account.codes.copy')}
        </button>
        <button type="button" class="button" onClick={() => print()}>
          {t('account.codes.print')}
        </button>
        <button type="button" class="button button-main" onClick={onKept}>
          {t('account.codes.done')}
        </button>
      </div>
      <p class="note" role="status">
        {isCopied && t('account.codes.copied')}
      </p>
    </section>
  )
}

// --- internal ---

/** Asks before a link or the browser leads away. The page's own words where it is ours to ask. */
function useQuestionBeforeLeaving(question: string): void {
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (link === null || link.getAttribute('href')?.startsWith('#') || confirm(question)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('beforeunload', unload)
    addEventListener('click', follow, true)
    return () => {
      removeEventListener('beforeunload', unload)
      removeEventListener('click', follow, true)
    }
  }, [question])
}
