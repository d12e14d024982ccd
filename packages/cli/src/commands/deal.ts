import { type DealKind, formatDeal, formatPosition, randomDeal, start } from '@hokito/rules'
import { EXIT, type ExitCode, type Io } from '../io.ts'

/** Arguments of `deal`. */
export interface DealArguments {
  readonly kind: DealKind
  readonly count: number
  readonly json: boolean
}

/** `hokito deal`: random deals by their numbers, from a cryptographic source. */
export async function runDeal({ kind, count, json }: DealArguments, io: Io): Promise<ExitCode> {
  for (let i = 0; i < count; i++) {
    const deal = randomDeal(kind, io.randomBytes)
    const id = formatDeal(deal)
    io.write(
      json ? `${JSON.stringify({ id, hfen: formatPosition(start(deal, 'either')) })}\n` : `${id}\n`,
    )
  }
  return EXIT.ok
}
