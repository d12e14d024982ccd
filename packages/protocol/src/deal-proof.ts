import {
  type ByColor,
  type Deal,
  err,
  formatDeal,
  isMirrored,
  ok,
  parseDeal,
  RANDOM_SETUPS,
  type RandomBytes,
  type RandomSetup,
  type Result,
  randomDeal,
} from '@hokito/rules'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod/mini'
import { hexSchema } from './ids.ts'

/** Lengths of the server's secret and of each player's share, in bytes. */
export const SECRET_BYTES = 32
export const SHARE_BYTES = 16

/**
 * Everything needed to check afterwards that no one chose a deal. Texts are lower-case hexadecimal.
 */
export const dealProofSchema = z.strictObject({
  setup: z.enum(RANDOM_SETUPS),
  /** SHA-256 of the secret. Both players saw it before they sent their shares. */
  commitment: hexSchema(32),
  secret: hexSchema(SECRET_BYTES),
  shares: z.strictObject({ black: hexSchema(SHARE_BYTES), white: hexSchema(SHARE_BYTES) }),
  deal: z.string().check(z.maxLength(40)),
})
export type DealProof = Readonly<z.infer<typeof dealProofSchema>>

export const PROOF_ERRORS = ['commitmentDiffers', 'badDeal', 'dealDiffers'] as const
export type ProofErrorCode = (typeof PROOF_ERRORS)[number]

/**
 * The hash that the server publishes before it asks for shares. It binds the server to its secret.
 */
export function commitmentOf(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)))
}

/**
 * The deal that follows from the secret and both shares. Neither player knows the secret when
 * sending a share, and the server is bound to its secret before it sees a share. So none of the
 * three can choose the deal.
 *
 * The seed is SHA-256 of `hokito-deal-1`, the secret, Black's share and White's share. The deal is
 * drawn from a stream of bytes: the SHA-256 of the seed and a counter (four bytes, big-endian, from
 * 0), block after block.
 */
export function deriveDeal(setup: RandomSetup, secret: string, shares: ByColor<string>): Deal {
  const parts = [secret, shares.black, shares.white].map(hexToBytes)
  return randomDeal(setup, stream(sha256(concatBytes(utf8ToBytes('hokito-deal-1'), ...parts))))
}

/** Checks a deal against the published values. Returns the deal, or what is wrong. */
export function verifyDeal(proof: DealProof): Result<Deal, ProofErrorCode> {
  if (commitmentOf(proof.secret) !== proof.commitment) return err('commitmentDiffers')
  const claimed = parseDeal(proof.deal)
  if (!claimed.ok) return err('badDeal')
  const deal = deriveDeal(proof.setup, proof.secret, proof.shares)
  const isSame = formatDeal(deal) === proof.deal
  const keepsSetup = proof.setup !== 'mirrored' || isMirrored(claimed.value)
  return isSame && keepsSetup ? ok(deal) : err('dealDiffers')
}

/** Random bytes as hexadecimal text, the form in which secrets and shares are sent. */
export function formatHex(bytes: Uint8Array): string {
  return bytesToHex(bytes)
}

/** Random bytes that follow from a secret. Each purpose gives different bytes. */
export function bytesFrom(secret: string, purpose: string): RandomBytes {
  return stream(sha256(concatBytes(utf8ToBytes(purpose), hexToBytes(secret))))
}

// --- internal ---

/** An endless stream of bytes that follow from a seed. */
function stream(seed: Uint8Array): RandomBytes {
  let buffer = new Uint8Array()
  let counter = 0
  return (count) => {
    while (buffer.length < count) {
      const block = new Uint8Array(4)
      new DataView(block.buffer).setUint32(0, counter)
      counter++
      buffer = concatBytes(buffer, sha256(concatBytes(seed, block)))
    }
    const taken = buffer.slice(0, count)
    buffer = buffer.slice(count)
    return taken
  }
}
