import type { GameId } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { newCommandId } from '../../models/online/command-id.ts'
import { playRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { ActionButton } from '../game/ActionButton.tsx'
import { useOnline } from './use-connection.ts'

/** Opens the second game of a match, and says that the player is ready for it. */
export function ReadyButton({ second }: { readonly second: GameId }) {
  const t = useTranslate()
  const { route } = useLocation()
  const { randomBytes } = useServices()
  const { connection } = useOnline()
  const [isPressed, setPressed] = useState(false)
  return (
    <ActionButton
      icon="next"
      label={t(isPressed ? 'online.twoGames.opening' : 'online.twoGames.ready')}
      isMain
      isOff={isPressed}
      // Not disabled, which would take the focus away.
      onPressOff={() => {}}
      onPress={() => {
        setPressed(true)
        const id = newCommandId(randomBytes)
        const said = connection.send({ type: 'ready', game: second, ply: 0, id })
        // Only the answer tells this page of its own word. A game that was opened before it would
        // not show that the player is ready.
        void Promise.race([said, tooLong()]).then(() => route(playRoute(second)))
      }}
    />
  )
}

// --- internal ---

/** Without a connection the page of the game says so, which is better than a press without effect. */
function tooLong(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2000))
}
