import { formatDeal, isMirrored, RANDOM_SETUPS } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commitmentOf, type DealProof, deriveDeal, verifyDeal } from './deal-proof.ts'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array) => Buffer.from(array).toString('hex'))
const proofs = fc
  .record({
    setup: fc.constantFrom(...RANDOM_SETUPS),
    secret: hex(32),
    shares: fc.record({ black: hex(16), white: hex(16) }),
  })
  .map(({ setup, secret, shares }) => ({
    setup,
    secret,
    shares,
    commitment: commitmentOf(secret),
    deal: formatDeal(deriveDeal(setup, secret, shares)),
  }))

/** Replaces a digit by any other. */
function changed(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`
}

describe('a derived deal', () => {
  test('is proved by its secret and shares, whatever they are', () => {
    fc.assert(
      fc.property(proofs, (proof) => {
        const verified = verifyDeal(proof)
        expect(verified.ok && formatDeal(verified.value)).toBe(proof.deal)
        if (proof.setup === 'mirrored') expect(verified.ok && isMirrored(verified.value)).toBe(true)
      }),
      { seed: 1 },
    )
  })

  test('is no longer proved when any part is changed', () => {
    fc.assert(
      fc.property(proofs, fc.nat(31), (proof, at) => {
        const forged: [string, DealProof][] = [
          ['commitmentDiffers', { ...proof, secret: changed(proof.secret, at) }],
          ['commitmentDiffers', { ...proof, commitment: changed(proof.commitment, at) }],
          ['badDeal', { ...proof, deal: `${proof.deal}x` }],
        ]
        for (const [error, forgery] of forged) {
          expect(verifyDeal(forgery)).toEqual({ ok: false, error })
        }
        const shares = { ...proof.shares, white: changed(proof.shares.white, at) }
        expect(verifyDeal({ ...proof, shares })).toEqual({ ok: false, error: 'dealDiffers' })
      }),
      { seed: 2 },
    )
  })

  test('follows the recipe in the documentation, byte by byte', async () => {
    const secret = '00'.repeat(32)
    const shares = { black: '11'.repeat(16), white: '23'.repeat(16) }
    const { createHash } = await import('node:crypto')
    const seed = createHash('sha256')
      .update('hokito-deal-1')
      .update(Buffer.from(secret + shares.black + shares.white, 'hex'))
      .digest()
    const first = createHash('sha256').update(seed).update(Buffer.alloc(4)).digest()
    // 18! / (6!)³ needs 25 bits: four bytes a draw, of which the upper seven bits are masked.
    const draws = [0, 4, 8, 12, 16, 20, 24, 28]
      .map((at) => first.readUInt32BE(at) & 0x1ffffff)
      .filter((drawn) => drawn < 17_153_136)
    expect(formatDeal(deriveDeal('standard', secret, shares))).toBe(`${draws[0]}.${draws[1]}`)
  })
})
