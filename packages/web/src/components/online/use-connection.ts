import { type Connection, connect } from '../../models/online/connection.ts'
import { useServices } from '../../services.ts'

/** The line to the server: opened by the first page that needs it, and shared by all later ones. */
export function useConnection(): Connection {
  const { online, now } = useServices()
  const open = online.peek() ?? connect(now)
  online.value = open
  return open
}
