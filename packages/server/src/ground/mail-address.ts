import { LONGEST_MAIL_ADDRESS } from '@hokito/protocol'
import * as z from 'zod/mini'

/** The sender of the server's e-mails. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** A valid e-mail address as typed, without surrounding spaces; undefined for other texts. */
export function readAddress(text: string): string | undefined {
  return addressSchema.safeParse(text).data
}

/** The key by which an address is looked up and counted, however it is written. */
export function keyOfAddress(address: string): string {
  return address.trim().toLowerCase()
}

/**
 * The mailbox of an address and its domain, as e-mails are counted. `+anything` leads to the same
 * mailbox.
 */
export function boxOf(address: string): { readonly box: string; readonly domain: string } {
  const key = keyOfAddress(address)
  const at = key.lastIndexOf('@')
  const [local = ''] = key.slice(0, at).split('+')
  const domain = key.slice(at + 1)
  return { box: `${local}@${domain}`, domain }
}

/** Reads `hokito@example.org` or `Hokito <hokito@example.org>`. */
export function readSender(text: string): Sender | undefined {
  const [, name = '', within, alone] = /^(?:([^<>"\r\n]*)<([^<>]*)>|([^<>]*))$/.exec(text) ?? []
  const address = readAddress(within ?? alone ?? '')
  return address === undefined ? undefined : { name: name.trim() || 'Hokito', address }
}

// --- internal ---

/** No quotes, no comments, no line breaks: nothing that could be read as more than one address. */
const addressSchema = z.string().check(z.trim(), z.maxLength(LONGEST_MAIL_ADDRESS), z.email())
