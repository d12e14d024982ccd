import { type GameView, phaseOf, turnOf } from '@hokito/protocol'
import { formatMove, formatSquare } from '@hokito/rules'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { joinSentences } from '../../words/sentences.ts'
import { shownName } from '../../words/shown-name.ts'
import {
  describeDoing,
  describeLastMove,
  FIRST_PLIES,
  type StatusWords,
} from '../../words/status.ts'
import { StatusLine } from '../game/StatusLine.tsx'
import { useNewcomer } from '../game/use-newcomer.ts'
import { doingAt, type Pointing } from '../game/use-pointing.ts'
import { useIsToWait } from './use-second-game.ts'

interface OnlineStatusProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
  readonly record: RecordView
  readonly pointing: Pointing
}

/**
 * The status line: the effect of the move pointed at, or whose turn it is. Its height never
 * changes.
 */
export function OnlineStatus(props: OnlineStatusProps) {
  const { model, record, pointing } = props
  const t = useTranslate()
  const isNew = useNewcomer() && record.moves.value.length < FIRST_PLIES
  const isToWait = useIsToWait(model, props.game, props.connection)
  return (
    <StatusLine
      words={statusWords(t, props, { isNew, isToWait })}
      pending={pointing.pending}
      onConfirm={model.play}
      onBack={record.isLive.value ? undefined : record.toLive}
    >
      {model.premove.value !== undefined && (
        <button
          type="button"
          class="button button-small"
          onClick={() => {
            model.premove.value = undefined
          }}
        >
          {t('online.game.cancelPremove')}
        </button>
      )}
    </StatusLine>
  )
}

// --- internal ---

interface Standing {
  /** Is the player new to the game? */
  readonly isNew: boolean
  /** Does the game wait for the pause before it to end? */
  readonly isToWait: boolean
}

function statusWords(
  t: Translate,
  props: OnlineStatusProps,
  { isNew, isToWait }: Standing,
): StatusWords {
  const { model, connection, game, record, pointing } = props
  const planned = model.premove.value
  if (!record.isLive.value) {
    return {
      text: t('game.lookingBack', { ply: record.ply.value, last: record.moves.value.length }),
    }
  }
  const made = record.lastMade.value
  const own = model.own.value
  const note =
    made &&
    describeLastMove(
      t,
      own,
      made,
      // A long name would need a second line on a phone, and move the parts below.
      made.by === own ? t('game.you') : t(`color.${made.by}`),
    )
  if (pointing.isFlying.value && note !== undefined) return { text: note }
  const doing = describeDoing(t, doingAt(pointing), isNew)
  if (doing !== undefined) {
    if (model.isOurTurn.value) return doing
    const pending = pointing.pending.value
    const again = pending && t('online.game.planAgain', { square: formatSquare(pending.to) })
    return { ...doing, note: again ?? t('online.game.planning') }
  }
  if (planned !== undefined) {
    return { text: t('online.game.premove', { move: formatMove(planned) }) }
  }
  if (phaseOf(game) === 'over') return { text: t('online.status.over') }
  if (own !== undefined && connection.status.value === 'offline') {
    return {
      text: t('online.status.offline'),
      note: model.isSending.value ? t('online.game.sending') : note,
    }
  }
  if (model.isSending.value) return { text: t('online.game.sending') }
  if (isToWait) {
    const soon = t('online.twoGames.soon')
    return { text: own === undefined ? joinSentences(t('online.game.watching'), soon) : soon }
  }
  if (model.isOurTurn.value) {
    // Until the player has made a first move, no other hint is needed.
    const isFirst = isNew && record.moves.value.length < 2
    return { text: t('game.yourTurn'), note: isFirst ? t('game.how') : note }
  }
  const toMove = t('online.game.theirTurn', { name: shownName(game.seats[turnOf(game)]) })
  if (own !== undefined) return { text: toMove, note: t('online.game.waiting') }
  return { text: joinSentences(t('online.game.watching'), toMove), note }
}
