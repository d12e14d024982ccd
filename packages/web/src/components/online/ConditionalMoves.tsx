import { type GameView, linesOf, parseLines } from '@hokito/protocol'
import { formatMove } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { createOwnLines } from '../../models/online/own-lines.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { BreakNotes } from './BreakNotes.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import './lines.css'

export interface ConditionalMovesProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
  readonly record: RecordView
}

/** The notes of a correspondence game: who is on a break, and the player's conditional lines. */
export function Correspondence(props: ConditionalMovesProps) {
  const { model, connection, game } = props
  return (
    <>
      <BreakNotes game={game} own={model.own.value} now={connection.now()} />
      <ConditionalMoves {...props} />
    </>
  )
}

// --- internal ---

/** The player's conditional lines and the replies already made. Only the player sees them. */
function ConditionalMoves({ model, connection, game, record }: ConditionalMovesProps) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const [isOpen, setOpen] = useState(false)
  const lines = useOwned(() =>
    createOwnLines({
      connection,
      randomBytes,
      game: model.game,
      own: model.own,
      live: record.live,
    }),
  )
  const known = lines.known.value
  const plan = lines.plan.value
  if (known === undefined) return null
  const count = linesOf(parseLines(known.lines) ?? []).length
  const isChanged = plan?.isChanged.value === true
  const played = known.played.flatMap((ply) => game.moves[ply] ?? [])
  const isOver = game.ending !== undefined
  if (isOver && played.length === 0) return null
  return (
    <section class="lines">
      <h2>{t('lines.title')}</h2>
      <p role="status">
        {played.length > 0 && (
          <span class="lines-played">
            {t('lines.played', { moves: played.map(formatMove).join(', ') })}
          </span>
        )}
      </p>
      {known.reply !== undefined && (
        <p class="note">{t('lines.kept', { move: formatMove(known.reply) })}</p>
      )}
      {!isOver && (
        <p data-testid="lines-set">{count === 0 ? t('lines.none') : t('lines.set', { count })}</p>
      )}
      {isChanged && !isOpen && <p class="note">{t('lines.unsaved')}</p>}
      {plan !== undefined && (
        <button
          type="button"
          class="button button-small"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('lines.plan')}
        </button>
      )}
      {isOpen && plan !== undefined && (
        <PlanDialog
          lines={lines}
          plan={plan}
          model={model}
          game={game}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
