import { type Move, outcome } from '@hokito/rules'
import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { MovePreview } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { adviseOn } from '../../models/learn/coach.ts'
import { positionAt } from '../../models/learn/lesson.ts'
import { FIRST_GAME } from '../../models/learn/lessons.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { createGameStore, memoryStorage } from '../../models/local/game-store.ts'
import { newGame } from '../../models/local/local-game.ts'
import { newGameId, seatsAgainst } from '../../models/local/start-game.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { describeAdvice, lessonTitle } from '../../words/learn.ts'
import { describeEnding, headlineOf } from '../../words/names.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { useGameVoice } from '../game/use-game-voice.ts'
import { GameStatus } from '../local/GameStatus.tsx'
import { SeatCards } from '../local/SeatCards.tsx'
import { spokenLocally } from '../local/spoken-locally.ts'
import { useOwnedGame } from '../local/use-owned-game.ts'

interface FirstGameProps {
  readonly n: number
  readonly onDone: () => void
  readonly onPlayNow: () => void
}

/** The last lesson: a small whole game against the gentlest computer, with a coach at one's side. */
export function FirstGame(props: FirstGameProps) {
  const [round, setRound] = useState(0)
  return <Round key={round} {...props} onAgain={() => setRound(round + 1)} />
}

// --- internal ---

function Round({ n, onDone, onPlayNow, onAgain }: FirstGameProps & { onAgain: () => void }) {
  const t = useTranslate()
  const model = useLessonGame()
  const voice = useGameVoice(spokenLocally(t, model), 'black')
  const preview = useSignal<MovePreview | undefined>(undefined)
  const refused = useSignal<string | undefined>(undefined)
  const pending = useSignal<Move | undefined>(undefined)
  const { confirmation } = useServices().settings.settings.value
  const ending = model.ending.value
  const isOver = ending !== undefined
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  return (
    <article class="lesson">
      <header class="lesson-head">
        <h1>{t('learn.lessonName', { n, title: lessonTitle(t, 'game') })}</h1>
      </header>
      <div class="lesson-words" aria-live="polite">
        <p class="lesson-task">{t('learn.gameTask')}</p>
        {ending !== undefined ? (
          <p class="feedback feedback-right">
            {headlineOf(t, model.game.value, ending)}{' '}
            {describeEnding(t, ending, outcome(model.live.value))} {t('learn.finished')}
          </p>
        ) : (
          <p class="feedback">{model.isComputerTurn.value ? '' : coachLine(t, model)}</p>
        )}
      </div>
      <div class="lesson-board">
        <GameBoard
          model={model}
          orientation="black"
          preview={preview}
          refused={refused}
          pending={pending}
          shownPath={voice.shownPath.value}
          own="black"
          highlight={undefined}
        />
      </div>
      <div class="lesson-answers">
        {!isOver && (
          <GameStatus
            model={model}
            preview={preview.value}
            refused={refused.value}
            pending={confirmation === 'button' ? pending.value : undefined}
          />
        )}
        <div class="button-row">
          {isOver ? (
            <button type="button" class="button button-main" onClick={onPlayNow}>
              {t('learn.playNow')}
            </button>
          ) : (
            <button
              type="button"
              class="button"
              disabled={!model.canUndo.value}
              onClick={model.undo}
            >
              {t('game.undo')}
            </button>
          )}
          <button
            type="button"
            class="button"
            disabled={model.moves.value.length === 0}
            onClick={onAgain}
          >
            {t('learn.playAgain')}
          </button>
          <a class="button" href={ROUTES.learn}>
            {t('learn.all')}
          </a>
        </div>
        <div class="lesson-seats">
          <SeatCards model={model} orientation="black" />
        </div>
      </div>
      <Announcer announcer={voice.announcer} />
    </article>
  )
}

/** A game that nobody keeps: it lives as long as the lesson is open. */
function useLessonGame(): GameModel {
  const { randomBytes, now } = useServices()
  const [store] = useState(() => createGameStore(memoryStorage(), new EventTarget()))
  const make = () => {
    const terms = {
      seats: seatsAgainst({ kind: 'computer', level: 1 }, 'black'),
      setup: 'custom',
      beginning: { kind: 'position', position: positionAt(FIRST_GAME) },
      endRule: 'either',
      timeControl: undefined,
    } as const
    return newGame(newGameId(randomBytes), terms, now())
  }
  return useOwnedGame(make, store)
}

function coachLine(t: ReturnType<typeof useTranslate>, model: GameModel): string {
  return describeAdvice(t, adviseOn(model.position.value, 'black', model.lastMove.value))
}
