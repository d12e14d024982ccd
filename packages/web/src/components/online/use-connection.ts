import { type Connection, connect } from '../../models/online/connection.ts'
import { type Services, useServices } from '../../services.ts'

/** The line to the server: opened by the first page that needs it, and shared by all later ones. */
export function useConnection(): Connection {
  const services = useServices()
  const open = connections.get(services) ?? connect(services.now)
  connections.set(services, open)
  return open
}

// --- internal ---

const connections = new WeakMap<Services, Connection>()
