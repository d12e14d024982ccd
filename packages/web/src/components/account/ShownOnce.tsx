import { useEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useQuestionBeforeLeaving } from './use-question-before-leaving.ts'

interface ShownOnceProps {
  readonly title: string
  readonly text: string
  readonly lines: readonly string[]
  /** The question before the page is left. */
  readonly question: string
  /** The label of the button that confirms that they are saved. */
  readonly done: string
  readonly onKept: () => void
}

/** Secrets that are never shown again, with ways to save them. */
export function ShownOnce({ title, text, lines, question, done, onKept }: ShownOnceProps) {
  const t = useTranslate()
  const [isCopied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that was sent has gone; the focus makes a screen reader read the result.
  useEffect(() => heading.current?.focus(), [])
  const isKept = useQuestionBeforeLeaving(question)
  const copy = () =>
    navigator.clipboard.writeText(lines.join('\n')).then(
      () => setCopied(true),
      // They can still be selected and copied by hand.
      () => setCopied(false),
    )
  return (
    <section class="recovery-codes">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <code>{line}</code>
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
        <button
          type="button"
          class="button button-main"
          onClick={() => {
            isKept.current = true
            onKept()
          }}
        >
          {done}
        </button>
      </div>
      <p class="note" role="status">
        {isCopied && t('account.codes.copied')}
      </p>
    </section>
  )
}
