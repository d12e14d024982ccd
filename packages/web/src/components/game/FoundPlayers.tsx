import type { ExplorerGames } from '@hokito/protocol'
import { COLORS } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { playerOf } from '../../words/explorer.ts'
import './found-game.css'

/** The players of a finished game, each with the colour. */
export function FoundPlayers({ game }: { readonly game: ExplorerGames['games'][number] }) {
  const t = useTranslate()
  return (
    <span class="found-players">
      {COLORS.map((color) => (
        <span key={color}>
          <span class={`disc disc-small disc-${color}`} aria-hidden="true" />
          <span class="visually-hidden">{t(`color.${color}`)} </span>
          {playerOf(t, game, color)}
        </span>
      ))}
    </span>
  )
}
