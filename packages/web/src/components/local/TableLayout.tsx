import { COLORS, type Color, formatDeal, opposite, type Position, start } from '@hokito/rules'
import { useMemo, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { piecesIn } from '../../models/local/table-count.ts'
import { TABLE_CLOCKS, type TableModel } from '../../models/local/table-game.ts'
import { ROUTES, tableRoute } from '../../routes.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useTitle } from '../../ui/tab.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { CompensationInput } from '../game/CompensationInput.tsx'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { InspectableBoard } from '../game/InspectableBoard.tsx'
import { PaintedBoard } from '../game/PaintedBoard.tsx'

/** A random layout to put up with wooden pieces, the terms, and the ways to clock and count. */
export function TableLayout({ table }: { readonly table: TableModel }) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const { deal, clock, counted } = table.game.value
  const position = useMemo(() => start(deal, 'either'), [deal])
  const number = formatDeal(deal)
  const isUntouched = clock.moves === 0 && clock.since === undefined && piecesIn(counted) === 0
  useTitle(t('table.title'))
  return (
    <div class="page table-page">
      <h1>{t('table.title')}</h1>
      <p class="lead screen-only">{t('table.lead')}</p>
      <Layout
        position={position}
        number={number}
        onAnother={() => (isUntouched ? table.dealAgain() : setAsking(true))}
      />
      <Terms table={table} number={number} />
      <Sheet position={position} number={number} />
      {isAsking && (
        <ConfirmDialog
          title={t('table.againTitle')}
          text={t('table.againText')}
          yes={t('table.another')}
          onYes={table.dealAgain}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

// --- internal ---

interface LaidOut {
  readonly position: Position
  /** The number of its deal. */
  readonly number: string
}

interface LayoutProps extends LaidOut {
  readonly onAnother: () => void
}

/** The layout on the screen, from either side. */
function Layout({ position, number, onAnother }: LayoutProps) {
  const t = useTranslate()
  const texts = useBoardTexts()
  const [orientation, setOrientation] = useState<Color>('black')
  return (
    <section class="table-layout screen-only" aria-label={t('table.layout')}>
      <InspectableBoard
        position={position}
        orientation={orientation}
        movable="none"
        showCoordinates={true}
        label={t(`table.seenBy.${orientation}`)}
        texts={texts}
      />
      <p class="note">
        {t('game.dealIs', { deal: number })} · {t(`table.seenBy.${orientation}`)}
      </p>
      <div class="button-row">
        <button type="button" class="button" onClick={onAnother}>
          {t('table.another')}
        </button>
        <button type="button" class="button" onClick={() => setOrientation(opposite)}>
          {t('game.flip')}
        </button>
        <button type="button" class="button" onClick={() => print()}>
          {t('table.print')}
        </button>
      </div>
    </section>
  )
}

interface TermsProps {
  readonly table: TableModel
  readonly number: string
}

/** The clock and the compensation, and the ways to clock, count and record the game. */
function Terms({ table, number }: TermsProps) {
  const t = useTranslate()
  const { compensation, clockChoice } = table.game.value
  return (
    <section class="table-terms screen-only" aria-label={t('table.terms')}>
      <Choice
        legend={t('terms.clock')}
        options={TABLE_CLOCKS.map(({ key, minutes, seconds }) => ({
          value: key,
          label: t('terms.clockChoice', { minutes, seconds }),
        }))}
        value={clockChoice}
        onChange={table.chooseClock}
        note={t('terms.clockNote')}
      />
      <CompensationInput
        value={compensation}
        onChange={(points) => table.change({ compensation: points })}
      />
      <div class="button-row">
        <a class="button button-main" href={tableRoute('clock')}>
          {t('table.openClock')}
        </a>
        <a class="button" href={tableRoute('count')}>
          {t('table.count')}
        </a>
      </div>
      <p class="note">
        {t('table.recordNote')} <a href={recordRoute(number, compensation)}>{t('table.record')}</a>
      </p>
    </section>
  )
}

/** The layout on paper, as both sides see it. */
function Sheet({ position, number }: LaidOut) {
  const t = useTranslate()
  return (
    <div class="print-only table-sheet">
      <p>{t('game.dealIs', { deal: number })}</p>
      {COLORS.map((color) => (
        <figure key={color}>
          <figcaption>{t(`table.seenBy.${color}`)}</figcaption>
          <PaintedBoard position={position} size={1200} orientation={color} alt="" />
        </figure>
      ))}
    </div>
  )
}

/** A game of two on this screen from the same layout, which keeps the record. */
function recordRoute(deal: string, compensation: number): string {
  const terms = { opponent: 'friend', deal, compensation: String(compensation) }
  return `${ROUTES.newGame}?${new URLSearchParams(terms)}`
}
