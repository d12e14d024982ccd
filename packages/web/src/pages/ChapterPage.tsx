import { formatPosition, formatSquare, movesOf } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { NextChapter } from '../components/game/FromChapter.tsx'
import { SmallBoard } from '../components/game/SmallBoard.tsx'
import { WhenUsed } from '../components/game/WhenUsed.tsx'
import { CourseSummary } from '../components/hall/CourseSummary.tsx'
import { Aim } from '../components/learn/Aim.tsx'
import { CountedExchange } from '../components/learn/CountedExchange.tsx'
import { ExampleBoard } from '../components/learn/ExampleBoard.tsx'
import { practiceTerms } from '../components/learn/practice.ts'
import { ReachDrill } from '../components/learn/ReachDrill.tsx'
import { SaidMoves, sidesIn } from '../components/learn/SaidMoves.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { rememberChapter } from '../models/learn/chapter-game.ts'
import { type ChapterId, chapterNamed } from '../models/learn/course/chapter-ids.ts'
import { CHAPTERS, type Chapter, type Example } from '../models/learn/course/chapters.ts'
import { createChaptersRead, createCourseProgress } from '../models/learn/course/course-progress.ts'
import { startGame } from '../models/local/start-game.ts'
import { nextLevelHere } from '../models/site/next-level-here.ts'
import { exerciseRoute, gameRoute, newGameRoute, ROUTES, SUMMARY } from '../routes.ts'
import { useServices } from '../services.ts'
import { Icon } from '../ui/Icon.tsx'
import { useAddress } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { chapterName, describeExample, describeMeasured } from '../words/course.ts'
import '../components/learn/learn.css'

/** A chapter of the strategy course. */
export function ChapterPage({ id }: { id: string }) {
  const t = useTranslate()
  const at = useAddress()
  const index = CHAPTERS.findIndex((chapter) => chapter.id === chapterNamed(id))
  const chapter = CHAPTERS[index]
  if (id === SUMMARY) return <CourseSummary />
  if (chapter === undefined) {
    return (
      <div class="page">
        <h1>{t('course.unknown')}</h1>
        <a class="button button-main" href={at(ROUTES.strategy)}>
          {t('course.all')}
        </a>
      </div>
    )
  }
  return <OneChapter key={chapter.id} chapter={chapter} n={index + 1} />
}

// --- internal ---

/** Does an idea go on after the examples? What stands before the first board is short. */
function isLong(id: ChapterId): id is LongChapter {
  return LONG.some((each) => each === id)
}

const LONG = ['safe', 'opens', 'landLast', 'tower'] as const
type LongChapter = (typeof LONG)[number]

interface OneChapterProps {
  readonly chapter: Chapter
  /** Its number, from 1. */
  readonly n: number
}

function OneChapter({ chapter, n }: OneChapterProps) {
  const t = useTranslate()
  const at = useAddress()
  const { id, examples } = chapter
  const { deviceStorage } = useServices()
  const [read] = useState(() => createChaptersRead(deviceStorage))
  const looked = useRef(new Set<Example>())
  const look = (example: Example) => {
    looked.current.add(example)
    if (looked.current.size === examples.length) read.finish(id)
  }
  const title = t(`chapters.${id}`)
  useTitle(title)
  return (
    <article class="page chapter">
      <a class="button button-text" href={at(ROUTES.strategy)}>
        {t('course.all')}
      </a>
      <h1>{chapterName(t, id, n)}</h1>
      <p class="lead">{t(`course.chapters.${id}.idea`)}</p>
      <section>
        <h2>{t('course.look')}</h2>
        {id === 'corners' && <Reach chapter={chapter} />}
        <div class="chapter-examples">
          {examples.map((example) => (
            <LookedAt key={formatPosition(example.position)} onLook={() => look(example)}>
              <p>
                <SaidMoves
                  text={describeExample(t, id, example)}
                  sides={sidesIn(example.position, [[example.move, ...example.line]])}
                />
              </p>
              {/* Straight away, because the hint that shows the move is drawn only then. */}
              <WhenUsed isSoon>
                {() => (
                  <ExampleBoard
                    id={id}
                    example={example}
                    label={t('course.boardLabel', { title })}
                  />
                )}
              </WhenUsed>
            </LookedAt>
          ))}
        </div>
        {id === 'landLast' && <CountedExchange example={examples[0]} />}
        {isLong(id) && <p class="chapter-more">{t(`course.more.${id}`)}</p>}
      </section>
      <section class="chapter-measured">
        <h2>{t('course.measured')}</h2>
        <p>{describeMeasured(t, chapter)}</p>
      </section>
      <Exercises chapter={chapter} />
      <Onward chapter={chapter} />
    </article>
  )
}

/** The reach of a three on the board of the practice game: the one with the most landings. */
function Reach({ chapter: { practice: position } }: { readonly chapter: Chapter }) {
  const t = useTranslate()
  const [from] = movesOf(position, position.turn)
    .map((move) => move.from)
    .filter((square) => position.board[square]?.top.value === 3)
    .map((square, _, all) => ({ square, count: all.filter((each) => each === square).length }))
    .toSorted((a, b) => b.count - a.count)
  if (from === undefined) return null
  const label = t('course.boardLabel', { title: formatSquare(from.square) })
  return (
    <WhenUsed isSoon>
      {() => <ReachDrill position={position} from={from.square} label={label} />}
    </WhenUsed>
  )
}

interface LookedAtProps {
  /** Called when most of the content has been in view. */
  readonly onLook: () => void
  readonly children: ComponentChildren
}

function LookedAt({ onLook, children }: LookedAtProps) {
  const ref = useRef<HTMLDivElement>(null)
  const told = useRef(onLook)
  told.current = onLook
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) told.current()
      },
      { threshold: MOST_OF_IT },
    )
    if (ref.current !== null) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={ref}>{children}</div>
}

/** How much of an example has to be in view. */
const MOST_OF_IT = 0.6

function Exercises({ chapter: { id, names } }: { readonly chapter: Chapter }) {
  const t = useTranslate()
  const at = useAddress()
  const { deviceStorage } = useServices()
  const [{ done: solved }] = useState(() => createCourseProgress(deviceStorage))
  const next = names.findIndex((name) => !solved.value.has(name)) + 1
  return (
    <section>
      <h2>{t('course.exercises')}</h2>
      <p class="note">{t('course.seeLandings')}</p>
      {next > 0 && (
        <a class="button button-main button-big" href={at(exerciseRoute(id, next))}>
          {next === 1 ? t('course.start') : t('course.continue', { n: next })}
        </a>
      )}
      <ol class="chapter-exercises">
        {names.map((name, index) => {
          const n = index + 1
          const isSolved = solved.value.has(name)
          const label = isSolved
            ? t('course.exerciseDone', { n })
            : t('course.exercise', { n, count: names.length })
          return (
            <li key={n}>
              <a class="button" href={at(exerciseRoute(id, n))} aria-label={label}>
                {isSolved ? <Icon name="check" /> : n}
              </a>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Onward({ chapter }: { readonly chapter: Chapter }) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  const [{ done: solved }] = useState(() => createCourseProgress(deviceStorage))
  const isSolved = chapter.names.every((name) => solved.value.has(name))
  return (
    <section>
      <h2>{t('course.practice')}</h2>
      <p>{t('course.practiceLead')}</p>
      <div class="try-board">
        <SmallBoard
          position={formatPosition(chapter.practice)}
          endRule={chapter.practice.endRule}
          orientation={chapter.practice.turn}
        />
      </div>
      <Aim />
      <div class="button-row">
        <Practice chapter={chapter} />
        <NextChapter id={chapter.id} look={isSolved ? 'button-main' : undefined} />
      </div>
    </section>
  )
}

/** Starts the game; where the computer cannot play, the form for a game of two persons opens. */
function Practice({ chapter }: { readonly chapter: Chapter }) {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  const { hasComputer, tabStorage } = services
  const { practice: position } = chapter
  const remember = () => rememberChapter(tabStorage, chapter.id, position)
  if (!hasComputer) {
    const form = newGameRoute(formatPosition(position), position, { color: position.turn })
    return (
      <a class="button" onClick={remember} href={form}>
        {t('course.practiceButton')}
      </a>
    )
  }
  const start = () => {
    remember()
    const terms = practiceTerms(position, nextLevelHere(services).level)
    route(gameRoute(startGame(services, terms)))
  }
  return (
    <button type="button" class="button" onClick={start}>
      {t('course.practiceButton')}
    </button>
  )
}
