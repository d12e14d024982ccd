import { useTranslate } from '../../i18n/i18n.ts'
import { createWatching } from '../../models/lobby/watching.ts'
import { playRoute } from '../../routes.ts'
import { useOwned } from '../../ui/hooks.ts'
import { WatchedGame } from './WatchedGame.tsx'
import './watch.css'

/** The public game that a player is playing now. Nothing while there is none. */
export function LiveGameOf({ name }: { readonly name: string }) {
  const t = useTranslate()
  const watching = useOwned(() => createWatching({ all: true }))
  const game = watching.reply.value?.games.find(
    ({ seats }) => seats.black.name === name || seats.white.name === name,
  )
  if (game === undefined) return null
  return (
    <a class="live-game" href={playRoute(game.id)}>
      <span class="live-label">{t('watch.live')}</span>
      <WatchedGame game={game} />
      <span class="live-open">{t('watch.open')}</span>
    </a>
  )
}
