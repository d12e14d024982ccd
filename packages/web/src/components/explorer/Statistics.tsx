import type { ExplorerStatistics } from '@hokito/protocol'
import { LOCALES, useTranslate } from '../../i18n/i18n.ts'
import {
  countedBy,
  type Measured,
  measuredBy,
  type Numbered,
  type Results,
} from '../../models/explorer/statistics.ts'
import { useServices } from '../../services.ts'
import { formatAverage } from '../../words/daily.ts'
import { describeKind, describePlace, formatNumber, formatShare } from '../../words/explorer.ts'
import { formatSigned } from '../../words/signed.ts'
import { Figure } from './Figure.tsx'
import { LinePlot } from './LinePlot.tsx'
import { ResultsShare } from './ResultsShare.tsx'
import { StackedBars } from './StackedBars.tsx'

interface StatisticsProps {
  readonly statistics: ExplorerStatistics
}

/**
 * Statistics of all finished public games, as plots: by length, margin, move number and starting
 * layout.
 */
export function Statistics({ statistics }: StatisticsProps) {
  return (
    <div class="plots">
      <BarFigure statistics={statistics} topic="plies" />
      <BarFigure statistics={statistics} topic="margin" />
      <LineFigure statistics={statistics} topic="standing" />
      <LineFigure statistics={statistics} topic="choices" />
      <LineFigure statistics={statistics} topic="covers" />
      <BarFigure statistics={statistics} topic="firstChoices" isShare />
      <BarFigure statistics={statistics} topic="firstLead" isShare />
      <KindsFigure statistics={statistics} topic="ending" />
      <KindsFigure statistics={statistics} topic="endRule" />
      <KindsFigure statistics={statistics} topic="setup" />
    </div>
  )
}

// --- internal ---

interface BarFigureProps extends StatisticsProps {
  readonly topic: 'plies' | 'margin' | 'firstChoices' | 'firstLead'
  readonly isShare?: boolean
}

function BarFigure({ statistics, topic, isShare = false }: BarFigureProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const measured = measuredBy(statistics, topic)
  const counts = useResultCells()
  const title = t(`explorer.figures.${topic}.title`)
  const note = t(`explorer.figures.${topic}.note`)
  const compact = new Intl.NumberFormat(LOCALES[language], { notation: 'compact' })
  const rows = measured
    .filter(({ games }) => games > 0)
    .map((one) => [describePlace(t, topic, one.at), ...counts.cells(one)])
  return (
    <Figure title={title} note={note} table={{ head: [title, ...counts.head], rows }}>
      <StackedBars
        label={note}
        isShare={isShare}
        format={(number) => (isShare ? formatShare(language, number) : compact.format(number))}
        bars={measured.map((one) => ({ ...one, place: placeBelow(topic, one) }))}
      />
    </Figure>
  )
}

interface LineFigureProps extends StatisticsProps {
  readonly topic: 'standing' | 'choices' | 'covers'
}

function LineFigure({ statistics, topic }: LineFigureProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const measured = measuredBy(statistics, topic)
  const title = t(`explorer.figures.${topic}.title`)
  const note = t(`explorer.figures.${topic}.note`)
  const format = {
    standing: (value: number) => formatAverage(language, value),
    choices: (value: number) => formatNumber(language, value),
    covers: (value: number) => formatShare(language, value),
  }[topic]
  const axis = topic === 'standing' ? (value: number) => formatSigned(value) : format
  const head = [t('explorer.movesPlayed'), title, t('explorer.games')]
  const rows = measured.map(({ at, average, games }) => [
    String(at),
    format(average),
    formatNumber(language, games),
  ])
  return (
    <Figure title={title} note={note} table={{ head, rows }}>
      <LinePlot
        label={note}
        format={axis}
        points={measured.map(({ at, average }) => ({ place: String(at), value: average }))}
      />
    </Figure>
  )
}

interface KindsFigureProps extends StatisticsProps {
  readonly topic: 'ending' | 'endRule' | 'setup'
}

/** Each kind with its share of all games, and who won them. */
function KindsFigure({ statistics, topic }: KindsFigureProps) {
  const t = useTranslate()
  const counts = useResultCells()
  const counted = countedBy(statistics, topic)
  const title = {
    ending: t('explorer.endings'),
    endRule: t('newGame.endRule'),
    setup: t('newGame.setup'),
  }[topic]
  const rows = counted.map((one) => [describeKind(t, topic, one.value), ...counts.cells(one)])
  return (
    <Figure title={title} table={{ head: [title, ...counts.head], rows }}>
      <ul class="kinds">
        {counted.map((one) => (
          <li key={one.value}>
            <p>
              {describeKind(t, topic, one.value)} · {t('explorer.count', { count: one.games })}
            </p>
            <ResultsShare {...one} />
          </li>
        ))}
      </ul>
    </Figure>
  )
}

/** Formats results as table cells. */
function useResultCells() {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  return {
    head: [
      t('explorer.games'),
      t('explorer.winners.black'),
      t('explorer.winners.draw'),
      t('explorer.winners.white'),
    ],
    cells: ({ games, black, draws, white }: Results) =>
      [games, black, draws, white].map((count) => formatNumber(language, count)),
  }
}

/** A short label, because there is little room below a bar. */
function placeBelow(topic: Numbered, { at }: Measured): string {
  return topic === 'margin' || topic === 'firstLead' ? formatSigned(at) : String(at)
}
