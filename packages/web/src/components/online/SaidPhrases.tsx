import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'

interface SaidPhrasesProps {
  readonly model: OnlineGame
  readonly names: { readonly black: string; readonly white: string }
}

/** The latest phrases of both players, in the reader's language. */
export function SaidPhrases({ model, names }: SaidPhrasesProps) {
  const t = useTranslate()
  const list = useRef<HTMLUListElement>(null)
  useRead(list, model.unread.said)
  return (
    <ul ref={list} class="said" aria-live="polite">
      {model.said.value.map(({ color, phrase, n }) => (
        <li key={n}>
          {t('online.game.says', { name: names[color], phrase: t(`online.phrase.${phrase}`) })}
        </li>
      ))}
    </ul>
  )
}

/** What a list shows counts as read as soon as the last of it is in view. */
export function useRead(list: RefObject<HTMLElement | null>, unread: Signal<boolean>): void {
  const isUnread = unread.value
  useEffect(() => {
    const last = list.current?.lastElementChild
    if (!isUnread || last == null) return
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) unread.value = false
    })
    observer.observe(last)
    return () => observer.disconnect()
  }, [list, unread, isUnread])
}
