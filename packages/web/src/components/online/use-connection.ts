import type { Connection } from '../../models/online/connection.ts'
import { goOnline, type Online } from '../../models/site/online.ts'
import { useServices } from '../../services.ts'

/**
 * The connection to the server and the player's games and challenges on it. The first page that
 * needs it opens it, and all later ones share it.
 */
export function useOnline(): Online {
  const services = useServices()
  const { online } = services
  const open = online.peek() ?? goOnline(services)
  online.value = open
  return open
}

/** The connection to the server alone. */
export function useConnection(): Connection {
  return useOnline().connection
}
