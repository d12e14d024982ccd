import type { Card } from '@hokito/protocol'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { CARD_ROUTE } from '../../routes.ts'
import { useQuestionBeforeLeaving } from '../account/use-question-before-leaving.ts'
import { PictureSign } from './PictureSign.tsx'

interface CardsProps {
  readonly cards: readonly Card[]
  readonly onKept: () => void
}

/** Cards to print and cut out. Only they are printed. */
export function Cards({ cards, onKept }: CardsProps) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that was sent has gone; the focus makes a screen reader read the result.
  useEffect(() => heading.current?.focus(), [])
  const isKept = useQuestionBeforeLeaving(t('class.cards.leave'))
  const address = `${location.host}${CARD_ROUTE}`
  return (
    <section class="class-cards">
      <h2 ref={heading} tabIndex={-1} class="screen-only">
        {t('class.cards.title')}
      </h2>
      <p class="screen-only">{t('class.cards.lead')}</p>
      <div class="button-row screen-only">
        <button type="button" class="button button-main" onClick={() => print()}>
          {t('class.cards.print')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            isKept.current = true
            onKept()
          }}
        >
          {t('class.cards.done')}
        </button>
      </div>
      <ul class="class-card-list">
        {cards.map(({ name, words }) => (
          <li key={name} class="class-card">
            <strong>{name}</strong>
            <ol class="class-words">
              {words.map((word, index) => (
                // A word may come twice.
                <li key={index}>
                  <PictureSign word={word} />
                  {t(`class.words.${word}`)}
                </li>
              ))}
            </ol>
            <small>{t('class.cards.how', { address })}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
