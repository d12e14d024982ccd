import type { IncomingMessage } from 'node:http'

/**
 * Does a request come from a page of ours? Browsers say on every socket and every POST whose page it is;
 * what is no browser says nothing, and has nobody's cookie to misuse.
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
 * The address a request comes from: each proxy adds the one that it saw at the end of a list, so with
 * so many proxies of our own the entry that far from the end is true, and what stands before it is not.
 */
export function addressOf(
  headers: IncomingMessage['headers'],
  direct: string,
  proxies: number,
): string {
  if (proxies === 0) return direct
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  return forwarded.at(-proxies)?.trim() || direct
}
