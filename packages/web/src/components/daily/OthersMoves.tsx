import type { DailyMoves, Day } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { DAILY_API } from '../../models/daily/daily-api.ts'
import { useServices } from '../../services.ts'
import { useReply } from '../../ui/use-reply.ts'
import { formatAverage } from '../../words/daily.ts'

interface OthersMovesProps {
  readonly day: Day
  /** The moves so far, which stand on the page's board. */
  readonly path: readonly string[]
  readonly onPath: (path: readonly string[]) => void
}

/** The moves that everyone played on a day, move by move from the beginning. */
export function OthersMoves({ day, path, onPath }: OthersMovesProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const moves = useMoves(day, path)
  return (
    <>
      <p class="daily-path" role="status">
        {path.length === 0 ? t('daily.fromStart') : path.join(' ')}
      </p>
      {path.length > 0 && (
        <button type="button" class="button button-small" onClick={() => onPath(path.slice(0, -1))}>
          {t('daily.moveBack')}
        </button>
      )}
      {path.length === 0 && isOneGame(moves) && <p class="note">{t('daily.oneGame')}</p>}
      <Moves moves={moves} language={language} onGo={(move) => onPath([...path, move])} />
    </>
  )
}

// --- internal ---

type Asked = DailyMoves['moves'] | 'asking' | undefined

/** Whether there is only one game, most likely the player's own. */
function isOneGame(moves: Asked): boolean {
  return Array.isArray(moves) && moves.length === 1 && moves[0]?.count === 1
}

interface MovesProps {
  readonly moves: Asked
  readonly language: Parameters<typeof formatAverage>[0]
  readonly onGo: (move: string) => void
}

function Moves({ moves, language, onGo }: MovesProps) {
  const t = useTranslate()
  if (moves === 'asking') return <p>{t('daily.asking')}</p>
  if (moves === undefined) return <p>{t('daily.noLine')}</p>
  if (moves.length === 0) return <p>{t('daily.othersEnd')}</p>
  return (
    <table class="daily-table">
      <thead>
        <tr>
          <th scope="col">{t('daily.move')}</th>
          <th scope="col">{t('daily.played')}</th>
          <th scope="col">{t('daily.average')}</th>
        </tr>
      </thead>
      <tbody>
        {moves.map(({ move, count, average }) => (
          <tr key={move}>
            <th scope="row">
              <button type="button" class="button button-small" onClick={() => onGo(move)}>
                {move}
              </button>
            </th>
            <td>{count}</td>
            <td>{formatAverage(language, average)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Undefined if there is no answer. */
function useMoves(day: Day, path: readonly string[]) {
  const ask = async () => (await DAILY_API.movesAfter(day, path))?.moves
  return useReply(`${day} ${path.join(',')}`, ask)
}
