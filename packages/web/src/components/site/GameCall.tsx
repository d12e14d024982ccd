import { useServices } from '../../services.ts'
import { lazily } from '../../ui/lazily.tsx'
import { withTexts } from './with-texts.tsx'

/**
 * The place in the header for the way back to our online games, on every page but their own: whatever comes and goes
 * there, nothing else moves. What fills it is loaded where there is a line to the server.
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
