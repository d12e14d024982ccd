/**
 * The push services of Chrome and its relatives, Firefox, Edge and Safari. `*.` stands for one or
 * more name parts.
 */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]

/** A valid host, alone or after `*.`. */
export const PUSH_HOST =
  /^(\*\.)?([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/

/** The only push services that messages are sent to, because visitors supply the endpoints. */
export interface PushServices {
  readonly hosts: readonly string[]
  /** One more service, without TLS and on any port: only for tests. */
  readonly testOrigin?: string | undefined
}

/** The entry of the list that allows an endpoint; undefined if nothing may be sent there. */
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
