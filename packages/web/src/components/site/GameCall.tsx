import { useServices } from '../../services.ts'
import { lazily } from '../../ui/lazily.tsx'
import { withTexts } from './with-texts.tsx'

/**
 * The place in the header for notices about the player's online games, on every page but the games'
 * own. Changes in it move nothing else. Its content is loaded once there is a connection to the
 * server.
 */
export function GameCall() {
  const { online } = useServices()
  return (
    <div class="call-place" role="status">
      {online.value !== undefined && <Call online={online.value} />}
    </div>
  )
}

// --- internal ---

const Call = lazily(async () => withTexts(['online'], (await import('./Call.tsx')).Call))
