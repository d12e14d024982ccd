import { type Color, formatMove, type Move, numberBefore } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysedLine, Findings } from '../../models/analysis/analyst.ts'
import type { Outlook } from '../../models/analysis/outlook.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { describeLine, describeOutlook, shortOutlook, threatTitle } from '../../words/analysis.ts'
import { AnalystDialog } from './AnalystDialog.tsx'
import type { AnalysisEngine } from './use-analyst.ts'

interface EnginePanelProps {
  readonly engine: AnalysisEngine
  /** The expected result at the position shown; undefined for threats, which are no forecast. */
  readonly outlook: Outlook | undefined
  /** The number of plies before the position shown, and whose turn it was at the first. */
  readonly ply: number
  readonly firstTurn: Color
  /** Called with the first moves of a line, to add them to the tree. */
  readonly onPlay: (moves: readonly Move[]) => void
  /** Called with the moves of a line up to the one that is pointed at, to be shown on the board. */
  readonly onPoint: (moves: readonly Move[] | undefined) => void
}

/**
 * The value and the first move of the best line, in the first view of a phone; it links to all
 * lines. The switch of the threats stands beside them.
 */
export function EngineBrief({ engine, outlook }: Pick<EnginePanelProps, 'engine' | 'outlook'>) {
  const t = useTranslate()
  const best = engine.analyst.findings.value?.lines[0]
  const [first] = best?.moves ?? []
  return (
    <div class="engine-brief">
      {best !== undefined && first !== undefined && (
        <p>
          <a href={`#${ENGINE_ID}`} onClick={showEngine}>
            {t('analysis.engine')}
          </a>
          <span class="visually-hidden">{describeLine(t, { ...best, moves: [first] })}</span>
          <Value outlook={outlook ?? best.outlook} />
          <span aria-hidden="true">{formatMove(first)}</span>
        </p>
      )}
      {/* The status beside it says how the game ended. */}
      {engine.analyst.state.value !== 'over' && <ThreatsButton engine={engine} />}
    </div>
  )
}

/** The computer's findings about the position shown: a switch and the best lines. */
export function EnginePanel(props: EnginePanelProps) {
  const { engine, outlook } = props
  const t = useTranslate()
  const [hasSettings, setSettings] = useState(false)
  const { settings, analyst, threatens } = engine
  const { isOn } = settings.settings.value
  const found = analyst.findings.value
  return (
    <section id={ENGINE_ID} class="engine" aria-label={t('analysis.engine')}>
      <div class="engine-head">
        <label class="check">
          <input type="checkbox" checked={isOn} onChange={engine.toggle} />
          {t('analysis.engine')}
        </label>
        <ThreatsButton engine={engine} />
        <button
          type="button"
          class="button button-quiet"
          aria-label={t('analysis.settings')}
          title={t('analysis.settings')}
          aria-haspopup="dialog"
          onClick={() => setSettings(true)}
        >
          <Icon name="gear" />
        </button>
      </div>
      {isOn && (
        <p class="engine-outlook">
          {threatens.value
            ? threatTitle(t, engine.position.value.turn)
            : outlook !== undefined && describeOutlook(t, outlook)}
        </p>
      )}
      {isOn && <Progress engine={engine} />}
      {isOn && found !== undefined && <Lines {...props} found={found} />}
      {hasSettings && <AnalystDialog settings={settings} onClose={() => setSettings(false)} />}
    </section>
  )
}

// --- internal ---

const ENGINE_ID = 'engine'

/** Shows what the other side could do if it were to move. */
function ThreatsButton({ engine }: Pick<EnginePanelProps, 'engine'>) {
  const t = useTranslate()
  return (
    <button
      type="button"
      class="button button-small"
      aria-pressed={engine.threatens.value}
      disabled={!engine.settings.settings.value.isOn || !engine.canThreaten.value}
      onClick={engine.toggleThreats}
    >
      {t('analysis.threats')}
    </button>
  )
}

/** The result of a line in few signs, beside words for screen readers. */
function Value({ outlook }: { readonly outlook: Outlook }) {
  const t = useTranslate()
  return (
    <span class={`engine-value engine-${outlook.kind}`} aria-hidden="true">
      {shortOutlook(t, outlook)}
    </span>
  )
}

/**
 * Scrolls to the panel without a link, because the part of the address behind `#` names the
 * analysis.
 */
function showEngine(event: Event): void {
  event.preventDefault()
  document.getElementById(ENGINE_ID)?.scrollIntoView({ block: 'start' })
}

/**
 * How deep the computer has searched, or why it does not search. No live region, because it changes
 * all the time.
 */
function Progress({ engine: { analyst, position } }: Pick<EnginePanelProps, 'engine'>) {
  const t = useTranslate()
  const found = analyst.findings.value
  switch (analyst.state.value) {
    case 'off':
    case 'over':
      return null
    case 'noRoom':
      return <Notice text={t('analysis.noMemory')} />
    case 'failed':
      return (
        <Notice
          text={t('notice.computerFailed')}
          action={t('notice.tryAgain')}
          onAction={analyst.retry}
        />
      )
    case 'finished':
      return <p class="note engine-progress">{t('analysis.allProved')}</p>
    case 'working': {
      if (found === undefined) return <p class="note engine-progress">{t('game.thinking')}</p>
      const { proved, depth, nodesPerSecond: speed } = found
      return (
        <p class="note engine-progress" data-turn={position.value.turn}>
          {proved === undefined
            ? t('analysis.progress', { depth, speed })
            : t('analysis.proving', { ...proved })}
        </p>
      )
    }
  }
}

interface LinesProps extends EnginePanelProps {
  readonly found: Findings
}

function Lines({ found, engine, ply, firstTurn, onPlay, onPoint }: LinesProps) {
  const isThreat = engine.threatens.value
  // A threat comes after a pass, which counts as a move here.
  const first = isThreat ? ply + 1 : ply
  return (
    <ol class="engine-lines">
      {found.lines.map((line) => (
        <LineRow
          key={line.moves.slice(0, 1).map(formatMove).join()}
          line={line}
          numberOf={(at) => numberBefore(first + at, firstTurn, at === 0)}
          onPlay={isThreat ? undefined : onPlay}
          onPoint={onPoint}
        />
      ))}
    </ol>
  )
}

interface LineRowProps {
  readonly line: AnalysedLine
  /** The number to show before a move of the line, if any. */
  readonly numberOf: (at: number) => string | undefined
  /** Undefined for threats: they begin with a pass, which no game contains. */
  readonly onPlay: ((moves: readonly Move[]) => void) | undefined
  readonly onPoint: (moves: readonly Move[] | undefined) => void
}

/** A line: its outlook and its moves. Pressing a move adds the line up to it to the tree. */
function LineRow({ line, numberOf, onPlay, onPoint }: LineRowProps) {
  const t = useTranslate()
  const { moves, outlook } = line
  const shown = moves.slice(0, SHOWN_MOVES)
  return (
    <li
      class="engine-line"
      onPointerEnter={() => onPoint(moves.slice(0, 1))}
      onPointerLeave={() => onPoint(undefined)}
      onFocusIn={() => onPoint(moves.slice(0, 1))}
      onFocusOut={() => onPoint(undefined)}
    >
      <Value outlook={outlook} />
      <span class="visually-hidden">{describeLine(t, line)}</span>
      <span class="engine-moves">
        {shown.map((move, at) => (
          // The same move can occur twice in a line, so its place is the key.
          <span
            key={`${at + 1}`}
            onPointerEnter={() => onPoint(moves.slice(0, at + 1))}
            onPointerLeave={() => onPoint(moves.slice(0, 1))}
          >
            <small>{numberOf(at)}</small>
            {onPlay === undefined ? (
              <span class="engine-move">{formatMove(move)}</span>
            ) : (
              <button
                type="button"
                class="engine-move"
                tabIndex={at === 0 ? 0 : -1}
                onClick={() => onPlay(moves.slice(0, at + 1))}
              >
                {formatMove(move)}
              </button>
            )}
          </span>
        ))}
      </span>
    </li>
  )
}

/** Later moves are too unsure to be worth the room. */
const SHOWN_MOVES = 8
