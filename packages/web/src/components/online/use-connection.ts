import type { Connection } from '../../models/online/connection.ts'
import { goOnline, type Online } from '../../models/online/online.ts'
import { useServices } from '../../services.ts'

/** The line to the server and what is ours there: opened by the first page that needs it, and shared by all later ones. */
export function useOnline(): Online {
  const { online, now } = useServices()
  const open = online.peek() ?? goOnline(now)
  online.value = open
  return open
}

/** The line to the server alone. */
export function useConnection(): Connection {
  return useOnline().connection
}
