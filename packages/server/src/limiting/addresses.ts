import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'

const addressKeySchema = z.string().brand<'AddressKey'>()
/** The part of an address by which requests are counted; see {@link addressKey}. */
export type AddressKey = z.infer<typeof addressKeySchema>

/**
 * Whether to trust the proxy at this address, this many hops away, about the origin of a request.
 */
export type Trust = (address: string, hop: number) => boolean

/** Trusts this many proxies in front of the server, and nothing behind them. */
export function trustIn(proxies: number): Trust {
  return (_, hop) => hop < proxies
}

/**
 * The key by which requests of one sender are counted, over HTTP and sockets alike. Each proxy
 * appends the address that it saw to a list. With a known number of our own proxies, the entry that
 * far from the end is genuine; entries before it are not.
 */
export function addressOf(request: IncomingMessage, trust: Trust): AddressKey {
  return addressKey(proxyAddr(request, trust))
}

/**
 * The part of an address that a sender cannot change at will: all of an IPv4 address, even if
 * written as IPv6, and the first 64 bits of an IPv6 address, because every household has that many
 * addresses.
 */
export function addressKey(address: string | undefined): AddressKey {
  return addressKeySchema.parse(fixedPartOf(address))
}

// --- internal ---

/** For a sender who hung up early, and for invalid addresses from a proxy. */
const NOWHERE = 'nowhere'

function fixedPartOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return NOWHERE
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
