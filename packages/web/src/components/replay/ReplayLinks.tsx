import { type Color, formatPosition, formatRecord, outcome } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReplayModel } from '../../models/replay/replay-model.ts'
import { analysisRoute, newGameRoute } from '../../routes.ts'
import { ShareDialog } from '../game/lazy-dialogs.ts'

interface ReplayLinksProps {
  readonly model: ReplayModel
  readonly orientation: Color
  readonly onClose: () => void
}

/** Links from a position of a record: play on, save it, open another. */
export function ReplayLinks({ model, orientation, onClose }: ReplayLinksProps) {
  const t = useTranslate()
  const [isSharing, setSharing] = useState(false)
  const position = model.position.value
  const text = formatPosition(position)
  return (
    <div class="button-row">
      {model.record.moves.length === 0 && (
        <a class="button button-small" href={analysisRoute(formatRecord(model.record))}>
          {t('end.analyse')}
        </a>
      )}
      {outcome(position) === undefined && (
        <a class="button button-small" href={newGameRoute(text, model.record)}>
          {t('record.playHere')}
        </a>
      )}
      <a class="button button-small" href={newGameRoute(text, model.record, { edit: 'yes' })}>
        {t('newGame.edit')}
      </a>
      <button
        type="button"
        class="button button-small"
        aria-haspopup="dialog"
        onClick={() => setSharing(true)}
      >
        {t('end.share')}
      </button>
      <button type="button" class="button button-small" onClick={onClose}>
        {t('record.another')}
      </button>
      {isSharing && (
        <ShareDialog
          record={model.record}
          position={position}
          orientation={orientation}
          onClose={() => setSharing(false)}
        />
      )}
    </div>
  )
}
