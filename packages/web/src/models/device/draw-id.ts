import type { RandomBytes } from '@hokito/rules'

/** An id of something that is made here, with five random bits a character. */
export function drawId(randomBytes: RandomBytes, length: number): string {
  return Array.from(randomBytes(length), (byte) => (byte & 31).toString(32)).join('')
}
