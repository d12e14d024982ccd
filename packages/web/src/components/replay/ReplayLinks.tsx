import { type Color, formatPosition } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReplayModel } from '../../models/replay/replay-model.ts'
import { ROUTES } from '../../routes.ts'
import { ShareDialog } from '../game/lazy-dialogs.ts'

interface ReplayLinksProps {
  readonly model: ReplayModel
  readonly orientation: Color
  readonly onClose: () => void
}

/** Where to go from a position of a record: play on, keep it, open another. */
export function ReplayLinks({ model, orientation, onClose }: ReplayLinksProps) {
  const t = useTranslate()
  const [isSharing, setSharing] = useState(false)
  const position = model.position.value
  const query = new URLSearchParams({
    position: formatPosition(position),
    endRule: model.record.endRule,
  })
  return (
    <div class="button-row">
      <a class="button button-small" href={`${ROUTES.newGame}?${query}`}>
        {t('replay.playHere')}
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
        {t('replay.another')}
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
