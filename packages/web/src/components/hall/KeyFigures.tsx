import type { Profile } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { isSettled } from '../../models/puzzles/puzzle-rating.ts'
import { firstTries } from '../../models/puzzles/puzzle-store.ts'
import { countOf, levelTallies, sumOf } from '../../models/site/history.ts'
import { formatRating } from '../../words/online.ts'
import type { History } from './use-history.ts'

interface KeyFiguresProps {
  readonly history: History
  readonly profile: Profile | undefined
}

/** The numbers that everyone looks for first. */
export function KeyFigures({ history, profile }: KeyFiguresProps) {
  const t = useTranslate()
  const { puzzles } = history
  const results = sumOf(levelTallies(history).map(({ tally }) => tally))
  const { tried, solved } = firstTries(puzzles)
  const [speed] = profile?.speeds ?? []
  const figures = [
    speed && {
      name: t('progress.rating'),
      value: formatRating(speed.rating),
      note: t(`profile.speeds.${speed.speed}`),
      about: speed.rating.isProvisional ? t('profile.provisional') : undefined,
    },
    results.won > 0 && {
      name: t('progress.won'),
      value: `${results.won}`,
      of: countOf(results),
    },
    isSettled(puzzles.rating) && {
      name: t('progress.puzzleRating'),
      value: `${Math.round(puzzles.rating.rating)}`,
    },
    solved > 0 && {
      name: t('progress.solved'),
      value: `${solved}`,
      of: tried,
    },
    puzzles.rushBest > 0 && { name: t('progress.rush'), value: `${puzzles.rushBest}` },
  ]
  return <Figures figures={figures} />
}

interface FiguresProps {
  /** Those that are nothing yet are left out. */
  readonly figures: readonly (
    | {
        readonly name: string
        readonly value: string
        /** How many there are of these in all. */
        readonly of?: number
        readonly note?: string | undefined
        /** Why the value has a question mark. */
        readonly about?: string | undefined
      }
    | false
    | undefined
  )[]
}

/** Numbers with their names. */
export function Figures({ figures }: FiguresProps) {
  const t = useTranslate()
  const shown = figures.filter((figure) => figure !== false && figure !== undefined)
  if (shown.length === 0) return null
  return (
    <dl class="figures">
      {shown.map(({ name, value, of, note, about }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span>
              <b title={about}>{value}</b>
              {of !== undefined && <> {t('progress.of', { count: of })}</>}
            </span>
            {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
