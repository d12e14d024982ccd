import {
  dealProofSchema,
  type GameId,
  type GameView,
  gameViewSchema,
  type ProofErrorCode,
  proofGameOf,
  verifyDeal,
} from '@hokito/protocol'
import { type Deal, err, type Result } from '@hokito/rules'

/** Why the deal of a game cannot be confirmed. */
export type DealCheckError =
  | {
      readonly code:
        | ProofErrorCode
        | 'notAProof'
        | 'notDealt'
        | 'givenDeal'
        | 'placedDeal'
        | 'notTheEarlierGame'
    }
  /** The deal comes from an earlier game of the same two players, which has its proof. */
  | { readonly code: 'provedEarlier'; readonly game: GameId }

/**
 * Checks that nobody chose the deal of a game. Takes the game as returned by `/api/games/<id>`, or
 * only the parts of a proof.
 * @param earlier the game in which the deal was proved, if that is another one
 */
export function checkDeal(input: unknown, earlier?: unknown): Result<Deal, DealCheckError> {
  const proof = dealProofSchema.safeParse(input)
  if (proof.success) return verified(proof.data)
  const parsed = gameViewSchema.safeParse(input)
  if (!parsed.success) return err({ code: 'notAProof' })
  const game = parsed.data
  if (game.deal === undefined) return err({ code: 'notDealt' })
  const provedIn = proofGameOf(game)
  if (provedIn === undefined) {
    return err({ code: game.terms.setup.kind === 'placed' ? 'placedDeal' : 'givenDeal' })
  }
  if (provedIn === game.id) return checkOwn(game)
  if (earlier === undefined) return err({ code: 'provedEarlier', game: provedIn })
  const before = gameViewSchema.safeParse(earlier)
  if (!before.success) return err({ code: 'notAProof' })
  return isOrigin(before.data, game, provedIn)
    ? checkOwn(before.data)
    : err({ code: 'notTheEarlierGame' })
}

// --- internal ---

function checkOwn({
  terms,
  commitment,
  secret,
  shares,
  deal,
}: GameView): Result<Deal, DealCheckError> {
  const setup = terms.setup.kind
  const proof = dealProofSchema.safeParse({ setup, commitment, secret, shares, deal })
  return proof.success ? verified(proof.data) : err({ code: 'notAProof' })
}

function verified(proof: Parameters<typeof verifyDeal>[0]): Result<Deal, DealCheckError> {
  const checked = verifyDeal(proof)
  return checked.ok ? checked : err({ code: checked.error })
}

/**
 * Is it the earlier game that this one names, with the same deal, setup and players? If this game
 * took the deal over from it, it must have been aborted, so that no deal is played twice.
 */
function isOrigin(before: GameView, game: GameView, id: GameId): boolean {
  const pairOf = ({ seats }: GameView) => [seats.black.id, seats.white.id].sort().join()
  return (
    before.id === id &&
    before.deal === game.deal &&
    before.terms.setup.kind === game.terms.setup.kind &&
    pairOf(before) === pairOf(game) &&
    (game.keptFrom === undefined || before.ending?.kind === 'aborted')
  )
}
