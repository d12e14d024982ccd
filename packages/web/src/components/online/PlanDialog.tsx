import type { GameView } from '@hokito/protocol'
import { formatMove, opposite } from '@hokito/rules'
import { computed } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { LinePlan, PlannedLine } from '../../models/online/line-plan.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import type { OwnLines, Saving } from '../../models/online/own-lines.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { describeRefusal } from '../../words/online.ts'
import { joinSentences } from '../../words/sentences.ts'
import { shownName } from '../../words/shown-name.ts'
import { describeDoing } from '../../words/status.ts'
import { GameBoard, type PlayableBoard } from '../game/GameBoard.tsx'
import { MoveField } from '../game/MoveField.tsx'
import { StatusLine } from '../game/StatusLine.tsx'
import { doingAt, type Pointing, usePointing } from '../game/use-pointing.ts'

interface PlanDialogProps {
  readonly lines: OwnLines
  readonly plan: LinePlan
  readonly model: OnlineGame
  readonly game: GameView
  readonly onClose: () => void
}

/** A board for playing conditional lines, and all lines in words. */
export function PlanDialog({ lines, plan, model, game, onClose }: PlanDialogProps) {
  const t = useTranslate()
  const own = model.own.value ?? 'black'
  const pointing = usePointing()
  const board = useMemo(() => boardOf(plan), [plan])
  const { record } = plan
  const isOver = plan.isOver.value
  return (
    <Dialog title={t('lines.title')} onClose={onClose}>
      <div class="plan">
        <p class="note plan-lead">{t('lines.lead')}</p>
        <div class="plan-board">
          <GameBoard
            model={board}
            orientation={own}
            pointing={pointing}
            own={undefined}
            highlight={undefined}
          />
        </div>
        <div class="plan-side">
          <PlanStatus plan={plan} pointing={pointing} name={shownName(game.seats[opposite(own)])} />
          {plan.isFull.value && (
            <p class="fault" role="alert">
              {t('lines.full')}
            </p>
          )}
          <div class="button-row">
            <button
              type="button"
              class="button button-small"
              disabled={record.ply.value === 0}
              onClick={plan.back}
            >
              {t('game.undo')}
            </button>
            <button
              type="button"
              class="button button-small"
              disabled={record.ply.value === 0}
              onClick={plan.toStart}
            >
              {t('lines.fromStart')}
            </button>
          </div>
          <MoveField position={record.position.value} isMovable={!isOver} onMove={plan.play} />
          <PlannedLines plan={plan} />
          <SaveLines lines={lines} plan={plan} />
        </div>
      </div>
    </Dialog>
  )
}

// --- internal ---

/** Both sides are moved on it in turn; the reply set so far is shown as a hint. */
function boardOf(plan: LinePlan): PlayableBoard {
  const { record, isOver, knownReply } = plan
  return {
    position: record.position,
    movable: computed(() => (isOver.value ? 'none' : record.position.value.turn)),
    lastMade: record.lastMade,
    hint: knownReply,
    play: plan.play,
  }
}

interface PlanStatusProps {
  readonly plan: LinePlan
  readonly pointing: Pointing
  /** The opponent's name. */
  readonly name: string
}

function PlanStatus({ plan, pointing, name }: PlanStatusProps) {
  const t = useTranslate()
  // A reply that is set already is shown chosen on the board, so no hint on how to play it is
  // needed.
  const doing =
    plan.knownReply.value === undefined ? describeDoing(t, doingAt(pointing)) : undefined
  return (
    <div role="status">
      <StatusLine
        words={doing ?? { text: awaited(t, plan, name) }}
        pending={pointing.pending}
        onConfirm={plan.play}
        onBack={undefined}
      />
    </div>
  )
}

/** The next thing to do on the board. */
function awaited(t: Translate, plan: LinePlan, name: string): string {
  const last = plan.lastMove.value
  if (plan.isOver.value) return t('lines.over')
  if (!plan.isReplying.value || last === undefined) return t('lines.theirs', { name })
  const move = formatMove(last)
  const reply = plan.knownReply.value
  return reply === undefined
    ? t('lines.yours', { move })
    : t('lines.known', { move, reply: formatMove(reply) })
}

/** Each line as sentences; pressing one shows it on the board. */
function PlannedLines({ plan }: { plan: LinePlan }) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const all = plan.lines.value
  const count = all.length
  const before = useRef(count)
  useEffect(() => {
    // The pressed button has disappeared with its line.
    if (count < before.current && document.activeElement === document.body) heading.current?.focus()
    before.current = count
  }, [count])
  return (
    <div class="plan-lines">
      <h3 ref={heading} tabIndex={-1}>
        {count === 0 ? t('lines.none') : t('lines.set', { count })}
      </h3>
      <ul>
        {all.map((line) => {
          const words = describeLine(t, line)
          return (
            <li key={words}>
              <button type="button" class="plan-line" onClick={() => plan.show(line)}>
                {words}
              </button>
              <button
                type="button"
                class="button button-quiet"
                aria-label={t('lines.delete', { moves: words })}
                title={t('games.delete')}
                onClick={() => plan.remove(line)}
              >
                <Icon name="bin" />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function SaveLines({ lines, plan }: { lines: OwnLines; plan: LinePlan }) {
  const t = useTranslate()
  const saving = lines.saving.value
  const isChanged = plan.isChanged.value
  return (
    <div class="plan-save">
      <button
        type="button"
        class="button button-main"
        disabled={!isChanged || saving === 'saving'}
        onClick={() => void lines.save()}
      >
        {t('lines.save')}
      </button>
      <p role="status">{describeSaving(t, saving, isChanged)}</p>
    </div>
  )
}

function describeSaving(t: Translate, saving: Saving | undefined, isChanged: boolean): string {
  if (saving === 'unanswered') return t('lines.unanswered')
  if (typeof saving === 'object') return describeRefusal(t, saving.refused)
  if (isChanged) return t('lines.unsaved')
  return saving === 'saved' ? t('lines.saved') : ''
}

/** `If c2d4, then a5a4. Then if d4d5, b6c5.` */
function describeLine(t: Translate, line: PlannedLine): string {
  const sentences: string[] = []
  for (let ply = 0; ply + 1 < line.length; ply += 2) {
    const [move, reply] = [line[ply], line[ply + 1]]
    if (move === undefined || reply === undefined) break
    const moves = { move: formatMove(move), reply: formatMove(reply) }
    sentences.push(ply === 0 ? t('lines.first', moves) : t('lines.next', moves))
  }
  return joinSentences(...sentences)
}
