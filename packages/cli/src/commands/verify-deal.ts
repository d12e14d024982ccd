import { formatDeal } from '@hokito/rules'
import { checkDeal, type DealCheckError } from '@hokito/server'
import { textOf } from '../input.ts'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'

/** Arguments of `hokito verify-deal`: a game, and the earlier one whose deal it kept. */
export interface VerifyDealArgs {
  readonly file: string
  readonly earlier?: string | undefined
}

/** `hokito verify-deal`: could anyone have chosen the deal of an online game? */
export async function runVerifyDeal({ file, earlier }: VerifyDealArgs, io: Io): Promise<ExitCode> {
  const read = async (name: string) => parsed(await textOf(name, io), name)
  const checked = checkDeal(await read(file), earlier && (await read(earlier)))
  if (!checked.ok) {
    io.writeError(`hokito: ${sentenceOf(checked.error)}\n`)
    return EXIT.failed
  }
  io.write(
    `${formatDeal(checked.value)} follows from the secret to which the server had committed and from both players' bytes: nobody chose it\n`,
  )
  return EXIT.ok
}

// --- internal ---

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError(
      `${file} is not JSON: it must hold what the server sends for /api/games/<id>`,
    )
  }
}

function sentenceOf(error: DealCheckError): string {
  return error.code === 'provedEarlier'
    ? `the deal was made in the earlier game ${error.game}: give that game as a second file`
    : SENTENCES[error.code]
}

const SENTENCES: { readonly [C in Exclude<DealCheckError['code'], 'provedEarlier'>]: string } = {
  notAProof: 'this is neither a game nor a proof of a deal',
  notDealt: 'the game has not been dealt yet',
  givenDeal: 'the players had agreed on this deal by its number, so there is nothing to check',
  placedDeal:
    'each player had placed their own pieces, unseen by the other, so there is no random deal to check',
  notTheEarlierGame: 'the second file is not the game that this deal comes from',
  commitmentDiffers:
    'the secret is not the one to which the server had committed: do not trust this deal',
  badDeal: 'the deal is not a deal number',
  dealDiffers: 'the secret and the bytes lead to another deal: do not trust this one',
}
