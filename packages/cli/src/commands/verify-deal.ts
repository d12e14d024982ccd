import { formatDeal } from '@hokito/rules'
import { checkDeal, type DealCheckFault } from '@hokito/server'
import { textOf } from '../input.ts'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'

/** `hokito verify-deal`: was the deal of an online game anybody's choice? */
export async function runVerifyDeal(
  { file }: { readonly file: string },
  io: Io,
): Promise<ExitCode> {
  const checked = checkDeal(parsed(await textOf(file, io), file))
  if (!checked.ok) {
    io.writeError(`hokito: ${SENTENCES[checked.error]}\n`)
    return EXIT.failed
  }
  io.write(
    `${formatDeal(checked.value)} follows from the secret that the server had committed to and from both players' bytes: nobody chose it\n`,
  )
  return EXIT.ok
}

// --- internal ---

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError(`${file} is not JSON: give it what /api/games/<id> of the server answers`)
  }
}

const SENTENCES: { readonly [F in DealCheckFault]: string } = {
  notAProof: 'this is neither a game nor the proof of a deal',
  notDealt: 'the game has not been dealt yet',
  givenDeal: 'the players had agreed on this deal by its number, so there is nothing to check',
  commitmentDiffers: 'the secret is not the one that the server had committed to: do not trust it',
  badDeal: 'the deal is no deal number',
  dealDiffers: 'another deal follows from the secret and the bytes: do not trust it',
}
