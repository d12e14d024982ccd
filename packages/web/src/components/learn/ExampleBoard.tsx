import { formatMove, type Move, outcome } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { madeMove, type Refused } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { hasMore, type PlayedLine, shownIn, standingAfter } from '../../models/game/played-line.ts'
import type { ChapterId } from '../../models/learn/course/chapter-ids.ts'
import type { Example } from '../../models/learn/course/chapters.ts'
import { useServices } from '../../services.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { describeFacts, describeReasons, describeVerdict } from '../../words/course.ts'
import { describeStep } from '../../words/end-rule.ts'
import { IconButton } from '../game/IconButton.tsx'
import { InspectableBoard } from '../game/InspectableBoard.tsx'
import { useTheirLandings } from '../game/use-their-landings.ts'
import { SaidMoves, sidesIn } from './SaidMoves.tsx'

interface ExampleBoardProps {
  /** Its chapter. */
  readonly id: ChapterId
  readonly example: Example
  readonly label: string
}

/**
 * An example of a chapter: its right move and what follows, and a wrong move with its punishment,
 * step by step, each with its reason. The reader may also move both sides.
 */
export function ExampleBoard({ id, example, label }: ExampleBoardProps) {
  const t = useTranslate()
  const { position: start, move, line, wrong } = example
  const texts = useBoardTexts(start.turn)
  const { animation, coordinates } = useServices().settings.settings.value
  const [played, setPlayed] = useState<PlayedLine>({ moves: [move, ...line], step: 0 })
  const [kind, setKind] = useState<'right' | 'wrong' | 'own'>('right')
  const show = (moves: readonly Move[], step: number, kind: 'right' | 'wrong' | 'own') => {
    setPlayed({ moves, step })
    setRefused(undefined)
    setKind(kind)
  }
  const { before, last, position } = standingAfter(start, played)
  const [refused, setRefused] = useState<Refused | undefined>(undefined)
  const theirs = useTheirLandings(refused)
  const reason = kind === 'own' ? '' : describeReasons(t, id, example)[kind]
  const sides = sidesIn(start, [played.moves, [move, ...line], wrong ?? []])
  const told = (text: string) => <SaidMoves text={text} sides={sides} />
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone they may lie below what is in view.
    if (last !== undefined) words.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  return (
    <div class="try-board example-board">
      <InspectableBoard
        position={position}
        orientation={start.turn}
        movable={outcome(position) === undefined ? position.turn : 'none'}
        onMove={(own) => {
          const moves = [...shownIn(played), own]
          show(moves, moves.length, 'own')
        }}
        lastMade={last && madeMove(before, last)}
        hint={last === undefined ? move : undefined}
        isAnimated={animation}
        showCoordinates={coordinates}
        label={label}
        texts={texts}
        highlight={theirs?.squares}
        onRefused={setRefused}
      />
      <div class="lesson-buttons">
        <IconButton
          icon="first"
          label={t('rules.reset')}
          class="button"
          isOff={last === undefined}
          onPress={() => show([move, ...line], 0, 'right')}
        />
        <IconButton
          icon="previous"
          label={t('replay.previous')}
          class="button"
          isOff={last === undefined}
          onPress={() => show(played.moves, played.step - 1, kind)}
        />
        <IconButton
          icon="next"
          label={t('played.onward')}
          class="button"
          isOff={!hasMore(played)}
          onPress={() => show(played.moves, played.step + 1, kind)}
        />
        {wrong !== undefined && (
          <button type="button" class="button" onClick={() => show(wrong, 1, 'wrong')}>
            {t('course.wrong', { move: formatMove(wrong[0]) })}
          </button>
        )}
      </div>
      {/* Below the buttons, so that longer words do not move them. */}
      <div ref={words} class="example-words" aria-live="polite">
        {theirs !== undefined && <p>{theirs.words}</p>}
        {reason !== '' && <p class="example-reason">{told(reason)}</p>}
        {last !== undefined && <p>{told(describeStep(t, before, last))}</p>}
        {kind !== 'own' && !hasMore(played) && (
          <p class="example-verdict">
            {told(describeVerdict(t, example, kind === 'right', reason))}
          </p>
        )}
        <p class="note">{describeFacts(t, position)}</p>
      </div>
    </div>
  )
}
