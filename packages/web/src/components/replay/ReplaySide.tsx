import type { Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { LoadedText, ReplayModel } from '../../models/replay/replay-model.ts'
import { describeHgnError } from '../../words/errors.ts'
import { nameIn } from '../../words/record.ts'
import { MoveList } from '../game/MoveList.tsx'
import { ReplayLinks } from './ReplayLinks.tsx'

/** The shown game of a loaded text, and functions to show another. */
export interface LoadedRecord {
  readonly loaded: LoadedText
  readonly index: number
  readonly onChoose: (index: number) => void
  readonly onClose: () => void
}

interface ReplaySideProps extends LoadedRecord {
  readonly model: ReplayModel
  readonly orientation: Color
}

/** The moves of a record, the other games of its text, errors in them, and links. */
export function ReplaySide(props: ReplaySideProps) {
  const { model, loaded, orientation, onClose } = props
  return (
    <div class="replay-side">
      <MoveList
        moves={model.record.moves}
        firstTurn={model.firstTurn}
        ply={model.ply.value}
        onView={model.walk.go}
        footer={
          <>
            {loaded.errors.length > 0 && <Unreadable errors={loaded.errors} />}
            <ReplayLinks model={model} orientation={orientation} onClose={onClose} />
          </>
        }
      >
        {loaded.records.length > 1 && <GameChoice {...props} />}
      </MoveList>
    </div>
  )
}

// --- internal ---

function GameChoice({ loaded, index, onChoose }: LoadedRecord) {
  const t = useTranslate()
  return (
    <select
      class="select"
      aria-label={t('record.game')}
      value={index}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    >
      {loaded.records.map((each, n) => (
        // The games of a file never change order, so the index is the key.
        <option key={`${n + 1}`} value={n}>
          {t('record.gameName', {
            n: n + 1,
            black: nameIn(t, each, 'black'),
            white: nameIn(t, each, 'white'),
          })}
        </option>
      ))}
    </select>
  )
}

function Unreadable({ errors }: Pick<LoadedText, 'errors'>) {
  const t = useTranslate()
  return (
    <details class="faults">
      <summary>{t('record.faults', { count: errors.length })}</summary>
      <ul>
        {errors.map((error) => (
          <li key={error.game}>{describeHgnError(t, error)}</li>
        ))}
      </ul>
    </details>
  )
}
