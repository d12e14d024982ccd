import type { Challenge } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchHouseBots } from '../../models/lobby/house-bots.ts'
import { ROUTES } from '../../routes.ts'
import { takeReply } from '../../ui/take-reply.ts'
import { useLongWait } from '../lobby/use-long-wait.ts'

/** The player is searching for an opponent, or a bot offers to play after a long wait. */
export function SearchCall({ search }: { readonly search: Challenge }) {
  const t = useTranslate()
  const isOffered = useBotOffer(search)
  return (
    <a class="call call-search" href={ROUTES.online}>
      <strong>{t(isOffered ? 'online.call.botOffers' : 'online.call.searching')}</strong>
      <small>{t(`online.call.${isOffered ? 'searching' : 'searchingNote'}`)}</small>
    </a>
  )
}

// --- internal ---

/** Whether the lobby offers a bot by now. */
function useBotOffer({ createdAt, terms }: Challenge): boolean {
  const { timeControl } = terms
  const isLong = useLongWait(createdAt)
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isLong) return setOffered(false)
    return takeReply(
      () => fetchHouseBots(timeControl),
      (reply) => setOffered(reply?.suggested !== undefined),
    )
  }, [isLong, timeControl])
  return isOffered
}
