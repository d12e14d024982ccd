import type { GameView, TournamentLink } from '@hokito/protocol'
import type { ByColor, Color } from '@hokito/rules'
import type { ComponentType } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { MoveField } from '../game/MoveField.tsx'
import { MoveList } from '../game/MoveList.tsx'
import type { ConditionalMovesProps } from './ConditionalMoves.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import type { PeopleParts } from './PeopleInGame.tsx'
import { SaidPhrases } from './SaidPhrases.tsx'
import { Watchers } from './Watchers.tsx'

interface OnlineSideProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
  readonly record: RecordView
  readonly names: ByColor<string>
  readonly people: PeopleParts
  readonly tournament: TournamentLink | undefined
  /** Loaded only for correspondence games. */
  readonly Lines: ComponentType<ConditionalMovesProps>
}

/** The moves, with watchers, phrases and talk above them and a field for the next move. */
export function OnlineSide(props: OnlineSideProps) {
  const { model, connection, game, record, names, people, tournament, Lines } = props
  const t = useTranslate()
  const own = model.own.value
  const isSeated = own !== undefined
  return (
    <MoveList
      moves={record.moves.value}
      firstTurn="black"
      ply={record.ply.value}
      onView={record.view}
      isOver={model.game.value?.ending !== undefined}
    >
      {/* In the player's own running game the status line shows it. */}
      {!(isSeated && game.ending === undefined && connection.status.value === 'offline') && (
        <ConnectionNotice connection={connection} />
      )}
      <Watchers model={model} />
      {tournament !== undefined && <people.OfTournament tournament={tournament} />}
      {isSeated && isKept(game) && <p class="note">{t('online.game.kept')}</p>}
      {own !== undefined && isPlacedLate(game, own) && (
        <p class="note">{t('online.placing.late')}</p>
      )}
      {isSeated && game.terms.timeControl.kind === 'correspondence' && <Lines {...props} />}
      <SaidPhrases model={model} names={names} />
      {model.written.value !== undefined && <people.Talk model={model} names={names} />}
      {isSeated && game.ending === undefined && (
        <MoveField
          position={record.position.value}
          isMovable={model.isOurTurn.value && record.isLive.value}
          onMove={model.play}
        />
      )}
    </MoveList>
  )
}

// --- internal ---

/** Whether pieces were just placed at random, because the player had not placed them in time. */
function isPlacedLate({ placed, moves }: GameView, own: Color): boolean {
  return placed?.[own] === 'byTime' && moves.length < 2
}

/** Whether the game began with the deal of an earlier game that was called off. */
function isKept({ keptFrom, commitment, match, moves }: GameView): boolean {
  const isFromThere = keptFrom !== undefined && commitment === undefined && match?.game !== 2
  return isFromThere && moves.length < 2
}
