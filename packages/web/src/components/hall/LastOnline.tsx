import type { GameId } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchGames } from '../../models/online/past-games.ts'
import { hasBoard } from '../../models/site/all-games.ts'
import { playRoute } from '../../routes.ts'
import { takeReply } from '../../ui/take-reply.ts'

/** A link to the player's last finished online game; nothing if there is none. */
export function LastOnline() {
  const t = useTranslate()
  const [last, setLast] = useState<GameId | undefined>(undefined)
  useEffect(
    () =>
      takeReply(
        () => fetchGames(undefined),
        (page) => setLast(page?.finished.find((game) => hasBoard({ kind: 'online', game }))?.id),
      ),
    [],
  )
  if (last === undefined) return null
  return (
    <a class="button button-text" href={playRoute(last)}>
      {t('homePage.lastOnline')}
    </a>
  )
}
