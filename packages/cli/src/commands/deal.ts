import {
  type Deal,
  formatDeal,
  formatPosition,
  type RandomSetup,
  randomDeal,
  start,
} from '@hokito/rules'
import { readDealId } from '../arguments.ts'
import { formatArrangement, readArrangement } from '../arrangement.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'

/** Arguments of `deal`. */
export interface DealArguments {
  readonly kind: RandomSetup
  readonly count: number
  readonly json: boolean
}

/** `hokito deal`: the numbers of random deals, from a cryptographic source. */
export async function runDeal({ kind, count, json }: DealArguments, io: Io): Promise<ExitCode> {
  for (let i = 0; i < count; i++) {
    if (io.interrupted.aborted) return EXIT.failed
    writeDeal(randomDeal(kind, io.randomBytes), json, io)
    await io.room()
  }
  return EXIT.ok
}

/** `hokito deal --arrange`: the number of the deal with these pieces. */
export async function runArrange(
  { pieces, json }: { readonly pieces: string; readonly json: boolean },
  io: Io,
): Promise<ExitCode> {
  writeDeal(readArrangement(pieces), json, io)
  return EXIT.ok
}

/** `hokito deal --pieces`: the pieces of a deal, in the form that `--arrange` reads. */
export async function runPieces({ id }: { readonly id: string }, io: Io): Promise<ExitCode> {
  io.write(`${formatArrangement(readDealId(id))}\n`)
  return EXIT.ok
}

// --- internal ---

function writeDeal(deal: Deal, json: boolean, io: Io): void {
  const id = formatDeal(deal)
  const hfen = formatPosition(start(deal, 'either'))
  io.write(`${json ? JSON.stringify({ id, hfen }) : id}\n`)
}
