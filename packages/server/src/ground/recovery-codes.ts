import { createHmac } from 'node:crypto'
import { RECOVERY_CODES } from '@hokito/protocol'
import * as z from 'zod/mini'
import type { Chance } from './chance.ts'

const codeHashSchema = z.string().brand<'CodeHash'>()
/** A recovery code as stored, which cannot be used as one. */
export type CodeHash = z.infer<typeof codeHashSchema>

/** Codes to write down, such as `7K3F-Q9TM-2XBC-HV4D`, of 80 random bits each. */
export function drawCodes({ below }: Pick<Chance, 'below'>): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => drawCode(below))
}

/** The stored form of a code. Case, spaces and hyphens do not matter. */
export function hashCode(code: string, secret: string): CodeHash {
  const letters = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const hash = createHmac('sha256', secret).update(`recovery code ${letters}`)
  return codeHashSchema.parse(hash.digest('base64url'))
}

// --- internal ---

/** Crockford's alphabet: without letters that are easily confused with others or with digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 4

function drawCode(below: Chance['below']): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[below(ALPHABET.length)])
  return Array.from({ length: GROUPS }, () => group().join('')).join('-')
}
