import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { Notice } from '../../ui/Notice.tsx'

/** A notice for the player; it stays until it is closed. */
export function GameNotice({ model }: { model: GameModel }) {
  const t = useTranslate()
  const notice = model.notice.value
  if (notice === undefined) return null
  return (
    <Notice
      text={t(`notice.${notice}`)}
      action={notice === 'computerFailed' ? t('notice.tryAgain') : t('notice.ok')}
      onAction={model.dismiss}
    />
  )
}
