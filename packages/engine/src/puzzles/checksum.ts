/** CRC-32 (IEEE 802.3) of characters below 128, continued from an earlier checksum. */
export function checksum(text: string, before = 0): number {
  let state = ~before
  for (let at = 0; at < text.length; at++) {
    state = (state >>> 8) ^ (TABLE[(state ^ text.charCodeAt(at)) & 0xff] ?? 0)
  }
  return ~state >>> 0
}

// --- internal ---

const POLYNOMIAL = 0xedb88320

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let state = byte
  for (let bit = 0; bit < 8; bit++) state = state & 1 ? (state >>> 1) ^ POLYNOMIAL : state >>> 1
  return state >>> 0
})
