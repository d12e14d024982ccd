import { byColor, type GameRecord } from '@hokito/rules'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { createReplayModel, type ReplayModel } from '../../models/replay/replay-model.ts'
import { useOwned } from '../../ui/hooks.ts'
import { useTitle } from '../../ui/tab.ts'
import { describeEnd } from '../../words/game-end.ts'
import { nameIn, namesIn } from '../../words/record.ts'
import { describeLastMove, type StatusWords } from '../../words/status.ts'
import { LegendButton } from '../game/LegendButton.tsx'
import { RecordScreen } from '../game/RecordScreen.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { useOwnSide } from '../game/use-own-side.ts'
import { type LoadedRecord, ReplaySide } from './ReplaySide.tsx'

interface ReplayScreenProps extends LoadedRecord {
  readonly record: GameRecord
  /** After how many plies it opens. */
  readonly ply: number
}

/** One record on the board, with all controls to step through it. */
export function ReplayScreen({ record, ply, ...loadedRecord }: ReplayScreenProps) {
  const t = useTranslate()
  const own = useOwnSide(() => record)
  const model = useOwned(() => createReplayModel(record, own, ply))
  const names = namesIn(t, record, model.own)
  const title = names === undefined ? t('replay.title') : t('game.title', { ...names })
  useTitle(title)
  return (
    <RecordScreen
      title={title}
      tab="replay"
      model={model}
      status={<ReplayStatus model={model} />}
      side={(orientation) => (
        <ReplaySide model={model} orientation={orientation} {...loadedRecord} />
      )}
    />
  )
}

// --- internal ---

/** The place in the record; at its end, how the game ended. */
function ReplayStatus({ model }: { model: ReplayModel }) {
  const t = useTranslate()
  const made = model.lastMade.value
  return (
    <div class="status-line">
      <div class="status-words" data-testid="status" role="status">
        <StatusText
          {...statusWords(t, model)}
          {...(made && {
            note: describeLastMove(t, model.own, made, nameIn(t, model.record, made.by, model.own)),
          })}
        />
      </div>
      <LegendButton />
    </div>
  )
}

function statusWords(
  t: Translate,
  { record, own, walk, ply, positions }: ReplayModel,
): StatusWords {
  const last = walk.last.value
  const { ending } = record
  const position = positions.value[last]
  const given = namesIn(t, record)
  // If both players have the same name, the colours tell them apart.
  const named = given?.black === given?.white ? undefined : given
  const names = own === undefined ? named : byColor(() => t('end.computer'))
  const end = ending && position && describeEnd(t, { ending, last: position, own, names })
  if (ply.value === last && end !== undefined) return { text: end }
  if (ply.value === 0) return { text: t('game.start') }
  return { text: t('replay.position', { ply: ply.value, last }) }
}
