import { LONGEST_MAIL_ADDRESS } from '@hokito/protocol'
import * as z from 'zod/mini'

/** Whom letters come from. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** An e-mail address that can be written to, as it was typed but for spaces around it; undefined for anything else. */
export function readAddress(text: string): string | undefined {
  return addressSchema.safeParse(text).data
}

/** How an address is found and counted, however it is written. */
export function keyOfAddress(address: string): string {
  return address.trim().toLowerCase()
}

/** The letter box behind an address and its domain, as letters are counted: `+anything` leads to the same box. */
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
