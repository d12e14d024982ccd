import type { ByColor } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'
import { useLostFocus } from '../../ui/hooks.ts'
import type { EndWords } from '../../words/game-end.ts'
import { CountRows } from './CountRows.tsx'
import { MatchTable } from './MatchTable.tsx'

interface EndPanelProps {
  readonly words: EndWords
  readonly counting: Counting
  /** The names of both sides beside their points. */
  readonly names: ByColor<string>
  /** News about the game, and an offer that waits for an answer, before the actions. */
  readonly offer?: ComponentChildren
  /** The one next step. */
  readonly main: ComponentChildren
  /** A note on it. */
  readonly note?: string | undefined
  /** Ways to look at the game and to share it. */
  readonly quiet: ComponentChildren
  /** The computer's thoughts, if there were any. */
  readonly thoughts?: ComponentChildren
}

/**
 * The end of a game. While the stacks are counted on the board, it shows the sums; then who won and
 * why, and the ways on.
 */
export function EndPanel({ words, counting, names, ...result }: EndPanelProps) {
  const t = useTranslate()
  const isDone = counting.isDone.value
  // Counts the stacks once more, if the points decided anything.
  const recount = counting.parts.length > 0 && (
    <button type="button" class="button button-text end-recount" onClick={counting.again}>
      {t('end.recount')}
    </button>
  )
  const isMatch = words.match !== undefined
  return (
    <section
      class="end-panel"
      {...(isDone ? { 'aria-labelledby': 'end-title' } : { 'aria-label': t('end.counting') })}
    >
      <div class="end-words">
        {isDone ? (
          <Headline text={words.headline} />
        ) : (
          <p class="end-counting">{t('end.counting')}</p>
        )}
        {words.reason !== undefined && <p class="end-reason">{words.reason}</p>}
        {isDone && words.notes.map((note) => <p key={note}>{note}</p>)}
        {/* The table has the sums of the rows too. */}
        {words.match !== undefined && isDone ? (
          <MatchTable match={words.match} corner={recount} {...{ counting, names }} />
        ) : (
          counting.parts.length > 0 && <CountRows counting={counting} names={names} />
        )}
        {isDone ? (
          <Result {...result} recount={!isMatch && recount} />
        ) : (
          <button type="button" class="button button-text end-skip" onClick={counting.finish}>
            {t('end.skip')}
          </button>
        )}
      </div>
    </section>
  )
}

// --- internal ---

/** Who won. */
function Headline({ text }: { readonly text: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useLostFocus(title)
  return (
    <h2 id="end-title" ref={title} tabIndex={-1}>
      {text}
    </h2>
  )
}

interface ResultProps extends Omit<EndPanelProps, 'words' | 'counting' | 'names'> {
  readonly recount: ComponentChildren
}

/** What the player can do now. */
function Result({ offer, main, note, quiet, thoughts, recount }: ResultProps) {
  return (
    <>
      {offer}
      <div class="end-main">
        {main}
        {note !== undefined && <p class="note">{note}</p>}
      </div>
      <div class="end-quiet">
        {quiet}
        {recount}
      </div>
      {thoughts}
    </>
  )
}
