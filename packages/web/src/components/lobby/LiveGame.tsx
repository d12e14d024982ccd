import { useTranslate } from '../../i18n/i18n.ts'
import { createWatching, isExhibition } from '../../models/lobby/watching.ts'
import { ROUTES } from '../../routes.ts'
import { useOwned } from '../../ui/hooks.ts'
import { describeCrowd } from '../../words/watch.ts'
import { WatchedGame } from './WatchedGame.tsx'
import './watch.css'

/**
 * The best game in progress in a small frame, which opens the page that shows it in full. Nothing
 * while there is none. It uses the catalogue's part `watch`.
 */
export function LiveGame() {
  const t = useTranslate()
  const watching = useOwned(() => createWatching({ all: false }))
  const reply = watching.reply.value
  const game = reply?.games[0]
  if (reply === undefined || game === undefined) return null
  const crowd = describeCrowd(t, reply)
  return (
    <a class="live-game" href={ROUTES.watch}>
      <span class="live-label">{t('watch.live')}</span>
      <WatchedGame game={game} />
      {crowd !== '' && <small>{crowd}</small>}
      {isExhibition(game) && <small>{t('watch.exhibition')}</small>}
      <span class="live-open">{t('watch.open')}</span>
    </a>
  )
}
