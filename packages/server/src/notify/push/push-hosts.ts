/**
 * Where browsers have their messages taken: Chrome and those built like it, Firefox, Edge, Safari. `*.` stands for one
 * name or several.
 */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]

/** What may be written for a host, alone or behind `*.`. */
export const PUSH_HOST =
  /^(\*\.)?([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/

/** Which push services messages are sent to, and nowhere else: visitors name the addresses. */
export interface PushServices {
  readonly hosts: readonly string[]
  /** One more, without TLS, on whichever port: for tests alone. */
  readonly testOrigin?: string | undefined
}

/** The entry of the list that lets an endpoint in; undefined where nothing may be sent there. */
export function pushServiceOf(
  endpoint: string,
  { hosts, testOrigin }: PushServices,
): string | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, hostname, port, origin, username, password, hash } = new URL(endpoint)
  if (username !== '' || password !== '' || hash !== '') return undefined
  if (testOrigin !== undefined && origin === testOrigin) return testOrigin
  if (protocol !== 'https:' || port !== '') return undefined
  return hosts.find((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  )
}
