import type { IncomingMessage } from 'node:http'

/**
 * Does a request come from a page of ours? Browsers send the page's origin with every socket and
 * every POST. Other programs send none, and have no cookies of other people to misuse.
 */
export function isOwnOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  publicUrl: string | undefined,
): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return publicUrl === undefined ? url.host === host : url.origin === new URL(publicUrl).origin
}

/**
 * The address that people open, without a path: the configured one, or the one requested. Undefined
 * if that is not a host name, because visitors control this header.
 */
export function baseOf(
  { protocol, host }: { readonly protocol: string; readonly host: string },
  publicUrl: string | undefined,
): string | undefined {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  const address = `${protocol}://${host}`
  return HOST.test(host) && URL.canParse(address) ? new URL(address).origin : undefined
}

// --- internal ---

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^([a-z\d]([a-z\d.-]{0,252})|\[[a-f\d:.]{2,45}\])(:\d{1,5})?$/i
