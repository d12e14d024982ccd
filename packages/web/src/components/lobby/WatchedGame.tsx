import type { WatchedGame as Watched } from '@hokito/protocol'
import { COLORS } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { localName } from '../../words/players.ts'
import { BOT_MARK } from '../../words/shown-name.ts'
import { describeWatched } from '../../words/watch.ts'
import { SmallBoard } from '../game/SmallBoard.tsx'
import './bots.css'

/** A game in progress as a small board, with the players and their points. */
export function WatchedGame({ game }: { readonly game: Watched }) {
  const t = useTranslate()
  const { position, terms, lastMove, seats, points } = game
  return (
    <>
      <SmallBoard position={position} endRule={terms.endRule} lastMove={lastMove} />
      <span class="visually-hidden">{describeWatched(t, game)}</span>
      <span class="watched-seats" aria-hidden="true">
        {COLORS.map((color) => (
          <span key={color} class="watched-seat">
            <i class={`swatch swatch-${color}`} />
            <span class="watched-name">
              {localName(t, seats[color].name)}{' '}
              {seats[color].isBot && <small class="bot-mark">{BOT_MARK}</small>}
            </span>
            <b>{points[color]}</b>
          </span>
        ))}
      </span>
    </>
  )
}
