import type { ExplorerMoves } from '@hokito/protocol'
import { formatPosition, type Move, type Position, parseMove } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { askPlayed } from '../../models/analysis/played-api.ts'
import { useServices } from '../../services.ts'
import { useReply } from '../../ui/use-reply.ts'
import { formatAverage } from '../../words/daily.ts'

interface PlayedMovesProps {
  readonly position: Position
  readonly onMove: (move: Move) => void
}

/** The moves played at a position on the server, as a table; pressing a move plays it. */
export function PlayedMoves({ position, onMove }: PlayedMovesProps) {
  const t = useTranslate()
  const played = usePlayed(position)
  return (
    <div class="played-moves">
      {played === 'asking' && <p role="status">{t('analysis.played.asking')}</p>}
      {played === undefined && <p role="status">{t('analysis.played.noLine')}</p>}
      {typeof played === 'object' && played.length === 0 && (
        <p role="status">{t('analysis.played.none')}</p>
      )}
      {typeof played === 'object' && played.length > 0 && (
        <>
          <PlayedTable moves={played} onMove={onMove} />
          <p class="note">{t('analysis.played.note')}</p>
        </>
      )}
    </div>
  )
}

// --- internal ---

type PlayedRow = ExplorerMoves['moves'][number]

interface PlayedTableProps extends Pick<PlayedMovesProps, 'onMove'> {
  readonly moves: readonly PlayedRow[]
}

function PlayedTable({ moves, onMove }: PlayedTableProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const play = (text: string) => {
    const move = parseMove(text)
    if (move.ok) onMove(move.value)
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('analysis.played.move')}</th>
          <th scope="col">{t('analysis.played.games')}</th>
          <th scope="col">{t('analysis.played.results')}</th>
          <th scope="col">{t('analysis.played.average')}</th>
        </tr>
      </thead>
      <tbody>
        {moves.map((row) => (
          <tr key={row.move}>
            <th scope="row">
              <button type="button" class="button button-small" onClick={() => play(row.move)}>
                {row.move}
              </button>
            </th>
            <td>{row.games}</td>
            <td>
              <ResultsBar {...row} />
            </td>
            <td>{formatAverage(language, row.average)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Black’s wins, draws and White’s wins as parts of a bar, and in words for screen readers. */
function ResultsBar({ games, black, draws, white }: PlayedRow) {
  const t = useTranslate()
  const label = t('analysis.played.resultsOf', { black, draws, white })
  return (
    <svg class="played-bar" viewBox="0 0 100 12" preserveAspectRatio="none" role="img">
      <title>{label}</title>
      <rect class="played-white" width="100" height="12" />
      <rect class="played-draws" width={(100 * (black + draws)) / games} height="12" />
      <rect class="played-black" width={(100 * black) / games} height="12" />
    </svg>
  )
}

/** Asks the server once a position has been shown for a moment; undefined if there is no answer. */
function usePlayed(position: Position): ExplorerMoves['moves'] | 'asking' | undefined {
  const key = `${position.endRule} ${formatPosition(position)}`
  return useReply(key, () => askPlayed(position), STAY_MS)
}

/** Stepping quickly through a game sends no requests on the way. */
const STAY_MS = 250
