import { COLORS, outcome, type Position, score } from '@hokito/rules'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { memoryStorage } from '../../models/device/memory-storage.ts'
import { unlessRefused } from '../../models/device/unless-refused.ts'
import { FIRST_GAME } from '../../models/learn/lessons.ts'
import { FIRST_GAME_ID, newFirstGame } from '../../models/local/first-game.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { createGameStore, type GameStore } from '../../models/local/game-store.ts'
import type { LocalGame } from '../../models/local/local-game.ts'
import { chapterRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useAddress } from '../../ui/links.ts'
import { coachWords, describeEnded, firstGameTask, lessonTitle } from '../../words/learn.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { useGameVoice } from '../game/use-game-voice.ts'
import { type Pointing, usePointing } from '../game/use-pointing.ts'
import { useTheirLandings } from '../game/use-their-landings.ts'
import { GameStatus } from '../local/GameStatus.tsx'
import { LocalSeat } from '../local/LocalSeat.tsx'
import { spokenLocally } from '../local/spoken-locally.ts'
import { useOwnedGame } from '../local/use-owned-game.ts'

interface FirstGameProps {
  readonly n: number
  readonly onDone: () => void
}

/** The last lesson: a whole game against the weakest level, with a coach. */
export function FirstGame(props: FirstGameProps) {
  const { tabStorage } = useServices()
  const [store] = useState(() => keptStore(tabStorage))
  const [{ round, game }, setRound] = useState<{ round: number; game?: LocalGame }>({ round: 0 })
  // Not during the first render, which may hydrate a prerendered page.
  useLayoutEffect(() => {
    const kept = store.load(FIRST_GAME_ID)
    if (!kept.ok || kept.value === undefined) return
    if (kept.value.record.ending === undefined) setRound({ round: 1, game: kept.value })
    else store.remove(FIRST_GAME_ID)
  }, [store])
  const onAgain = () => {
    store.remove(FIRST_GAME_ID)
    setRound({ round: round + 1 })
  }
  return <Round key={round} {...props} store={store} kept={game} onAgain={onAgain} />
}

// --- internal ---

/** Only the end needs it: it reads which level is the next one. */
const NowPlay = lazily(async () => (await import('./NowPlay.tsx')).NowPlay)

function keptStore(tabStorage: () => Storage): GameStore {
  const storage = unlessRefused(tabStorage) ?? memoryStorage()
  return createGameStore(storage, new EventTarget())
}

interface RoundProps extends FirstGameProps {
  readonly store: GameStore
  /** The game as it was left; undefined for a new one. */
  readonly kept: LocalGame | undefined
  readonly onAgain: () => void
}

function Round({ n, store, kept, onDone, onAgain }: RoundProps) {
  const t = useTranslate()
  const { hasComputer, now, progress } = useServices()
  const model = useOwnedGame(() => kept ?? newFirstGame(FIRST_GAME, now()), store)
  const voice = useGameVoice(spokenLocally(model), 'black')
  const pointing = usePointing()
  const theirs = useTheirLandings(pointing.refused.value)
  const isOver = model.ending.value !== undefined
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  return (
    <article class="lesson">
      <header class="lesson-head">
        <h1>{t('learn.lessonName', { n, title: lessonTitle(t, 'game') })}</h1>
        <Points model={model} pointing={pointing} />
      </header>
      <div class="lesson-words" aria-live="polite">
        <p>{firstGameTask(t)}</p>
        {!hasComputer && <p class="note">{t('notice.noComputer')}</p>}
      </div>
      <div class="lesson-feedback" aria-live="polite">
        {isOver ? (
          <Ended last={model.live.value} isLast={progress.isComplete()} />
        ) : (
          <Coach model={model} pointing={pointing} theirs={theirs?.words} />
        )}
      </div>
      <div class="lesson-board">
        <GameBoard
          model={model}
          orientation="black"
          pointing={pointing}
          own="black"
          highlight={theirs?.squares}
        />
      </div>
      <div class="lesson-answers">
        {!isOver && <GameStatus model={model} pointing={pointing} />}
        {isOver && <NowPlay hasDiploma={progress.isComplete()} />}
        <Buttons model={model} isOver={isOver} onAgain={onAgain} />
        <div class="lesson-seats">
          <LocalSeat model={model} color="white" />
          <LocalSeat model={model} color="black" />
        </div>
      </div>
      <Announcer announcer={voice.announcer} />
    </article>
  )
}

interface ButtonsProps {
  readonly model: GameModel
  readonly isOver: boolean
  readonly onAgain: () => void
}

function Buttons({ model, isOver, onAgain }: ButtonsProps) {
  const t = useTranslate()
  const at = useAddress()
  return (
    <div class="button-row">
      {!isOver && (
        <button type="button" class="button" disabled={!model.canUndo.value} onClick={model.undo}>
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
      <a class="button" href={at(ROUTES.learn)}>
        {t('learn.all')}
      </a>
    </div>
  )
}

interface EndedProps {
  readonly last: Position
  /** Whether all other lessons are done. */
  readonly isLast: boolean
}

/** The words on the end. */
function Ended({ last, isLast }: EndedProps) {
  const t = useTranslate()
  const hasWon = outcome(last)?.winner === 'black'
  return (
    <p class={hasWon ? 'feedback feedback-right' : 'feedback'}>
      {describeEnded(t, last)} {isLast && t('learn.finished')}
    </p>
  )
}

interface FollowedProps {
  readonly model: GameModel
  readonly pointing: Pointing
}

/**
 * Both sides' points beside the title, updated once a move has landed; for windows without room for
 * the seats.
 */
function Points({ model, pointing }: FollowedProps) {
  const t = useTranslate()
  const before = model.positions.value[model.ply.value - 1]
  const isOnItsWay = pointing.isFlying.value && before !== undefined
  const points = isOnItsWay ? score(before) : model.points.value
  return (
    <p class="lesson-points" role="img" aria-label={t('game.balance', { ...points })}>
      {COLORS.map((color) => (
        <b key={color}>
          <span class={`disc disc-small disc-${color}`} />
          {points[color]}
        </b>
      ))}
    </p>
  )
}

interface CoachProps extends FollowedProps {
  /** Where a pressed piece of the other side could land; the coach's words give way to it. */
  readonly theirs: string | undefined
}

/** The coach's words on the moves that have landed. They depend on the words of earlier turns. */
function Coach({ model, pointing, theirs }: CoachProps) {
  const t = useTranslate()
  const at = useAddress()
  const positions = model.positions.value
  const moves = model.moves.value
  const ply = model.ply.value
  const words = useMemo(() => {
    const turns = positions
      .slice(0, ply + 1)
      .map((position, index) => ({ position, lastMove: moves[index - 1] }))
    return coachWords(
      t,
      turns.filter(({ position }) => position.turn === 'black'),
    )
  }, [t, positions, moves, ply])
  const isWaiting = model.isComputerTurn.value || pointing.isFlying.value
  return (
    <p class="feedback">
      {!isWaiting && theirs}
      {!isWaiting && theirs === undefined && (
        <span>
          {words.text}{' '}
          {words.chapter !== undefined && (
            <a href={at(chapterRoute(words.chapter))}>{t('learn.coach.more')}</a>
          )}
        </span>
      )}
    </p>
  )
}
