import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'

const addressKeySchema = z.string().brand<'AddressKey'>()
/** The part of an address by which requests are counted; see {@link addressKey}. */
export type AddressKey = z.infer<typeof addressKeySchema>

/** Whether the word of the sender that many steps away is taken on where a request comes from. */
export type Trust = (address: string, hop: number) => boolean

/** Trusts so many proxies that stand before the server, and nobody behind them. */
export function trustIn(proxies: number): Trust {
  return (_, hop) => hop < proxies
}

/**
 * The key by which requests of one sender are counted, over HTTP and sockets alike: each proxy adds the
 * address that it saw to the end of a list, so with so many proxies of our own the entry that far from
 * the end is true, and what stands before it is not.
 */
export function addressOf(request: IncomingMessage, trust: Trust): AddressKey {
  return addressKey(proxyAddr(request, trust))
}

/**
 * The part of an address that one sender cannot change at will: IPv4 whole, also where it is written as
 * IPv6, and of IPv6 the first 64 bits, as every household has that many addresses.
 */
export function addressKey(address: string | undefined): AddressKey {
  return addressKeySchema.parse(fixedPartOf(address))
}

// --- internal ---

/** Whoever hung up before being asked, and what a proxy says that is no address. */
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
