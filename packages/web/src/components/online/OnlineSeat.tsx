import { type GameView, matchPoints, phaseOf, turnOf } from '@hokito/protocol'
import type { Color, Score } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import type { SaidPhrase } from '../../models/online/said-phrases.ts'
import { nameWithRating } from '../../words/online.ts'
import { BOT_MARK } from '../../words/shown-name.ts'
import { SeatCard } from '../game/SeatCard.tsx'
import { useIsToWait } from './use-second-game.ts'
import { useTicking } from './use-ticking.ts'

interface OnlineSeatProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
  readonly record: RecordView
  readonly color: Color
}

/** The card of one side with its name, clock, presence and latest phrase. */
export function OnlineSeat({ model, connection, game, record, color }: OnlineSeatProps) {
  const t = useTranslate()
  const isPlaying = phaseOf(game) === 'playing'
  const isToWait = useIsToWait(model, game, connection)
  const clocks = useTicking(model.clocks, isPlaying)
  // Offline, the presence of players is unknown.
  const isOnline = connection.status.value === 'online'
  const seat = isOnline ? model.presence.value?.seats[color] : undefined
  // A phrase stays for one more ply, so that it is seen even if its player moves straight away.
  // Older phrases appear only in the list of all.
  const latest = [game.moves.length, game.moves.length - 1]
  const isNew = ({ ply, n }: SaidPhrase) =>
    latest.includes(ply) && model.freshlySaid.value.includes(n)
  const card = game.seats[color]
  const saying = model.said.value.findLast((said) => said.color === color && isNew(said))
  return (
    <SeatCard
      color={color}
      name={nameWithRating(t, { ...card, isBot: undefined })}
      badge={model.own.value === color ? t('game.you') : card.isBot && BOT_MARK}
      points={record.points.value[color]}
      compensation={game.terms.compensation ?? 0}
      arePointsVoid={areVoid(game, record.points.value, color)}
      movesLeft={game.ending === undefined ? record.movesLeft.value[color] : undefined}
      isTurn={isPlaying && !isToWait && turnOf(game) === color}
      isThinking={false}
      clockMs={clocks?.[color]}
      saying={saying && t(`online.phrase.${saying.phrase}`)}
      // A bot is always there, also when it has left a game that is over.
      presence={
        seat === undefined || card.isBot === true
          ? undefined
          : {
              isHere: seat.isHere,
              label: seat.isHere ? t('online.game.here') : t('online.game.away'),
            }
      }
    />
  )
}

// --- internal ---

/** Whether a side's points decided nothing: neither the game nor, if they are kept, the match. */
function areVoid(game: GameView, points: Score, color: Color): boolean {
  const { ending, match } = game
  if (ending === undefined || ending.kind === 'stuck') return false
  return match === undefined || matchPoints(game, points)[color] === 0
}
