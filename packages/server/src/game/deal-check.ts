import { dealProofSchema, gameViewSchema, type ProofFault, verifyDeal } from '@hokito/protocol'
import { type Deal, err, type Result } from '@hokito/rules'

/** Why the deal of a game cannot be confirmed. */
export type DealCheckFault = ProofFault | 'notAProof' | 'notDealt' | 'givenDeal'

/**
 * Checks that nobody chose the deal of a game: from the game as `/api/games/<id>` gives it, or from the
 * parts of a proof alone.
 */
export function checkDeal(input: unknown): Result<Deal, DealCheckFault> {
  const proof = dealProofSchema.safeParse(input)
  if (proof.success) return verifyDeal(proof.data)
  const game = gameViewSchema.safeParse(input)
  if (!game.success) return err('notAProof')
  const { terms, commitment, secret, shares, deal } = game.data
  if (deal === undefined) return err('notDealt')
  if (terms.setup.kind === 'given' || secret === undefined) return err('givenDeal')
  const parts = dealProofSchema.safeParse({
    setup: terms.setup.kind,
    commitment,
    secret,
    shares,
    deal,
  })
  return parts.success ? verifyDeal(parts.data) : err('notAProof')
}
