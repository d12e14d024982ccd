import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'

interface SaidPhrasesProps {
  readonly model: OnlineGame
  readonly names: { readonly black: string; readonly white: string }
}

/** The latest phrases of both players, in the reader's language. */
export function SaidPhrases({ model, names }: SaidPhrasesProps) {
  const t = useTranslate()
  return (
    <ul class="said" aria-live="polite">
      {model.said.value.map(({ color, phrase, n }) => (
        <li key={n}>
          {t('online.game.says', { name: names[color], phrase: t(`online.phrase.${phrase}`) })}
        </li>
      ))}
    </ul>
  )
}
