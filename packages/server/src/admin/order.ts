import { LIMITATIONS, NAME_REFUSALS } from '@hokito/protocol'
import * as z from 'zod'
import { parseJson } from '../store/json.ts'

/** How long a reason may be: whoever it is about is shown it. */
export const LONGEST_WHY = 300

const common = {
  /** Who gives the order, for the log. */
  admin: z.string().min(1).max(60),
  why: z.string().min(1).max(LONGEST_WHY),
}
const name = z.string().max(200)

const orderSchema = z.discriminatedUnion('kind', [
  /** Keeps a player from something: for so long, or for good. */
  z.strictObject({
    kind: z.literal('limit'),
    name,
    limitation: z.enum(LIMITATIONS),
    forMs: z.int().positive().nullable(),
    ...common,
  }),
  z.strictObject({ kind: z.literal('lift'), name, limitation: z.enum(LIMITATIONS), ...common }),
  z.strictObject({ kind: z.literal('rename'), name, next: name, ...common }),
  /** Closes a report: `why` is what has come of it. */
  z.strictObject({ kind: z.literal('answer'), report: z.int().positive(), ...common }),
])
/** What the owner wants done about somebody. */
export type Order = Readonly<z.infer<typeof orderSchema>>

/** Why an order was not carried out. */
export const ORDER_REFUSALS = [
  'unknownPlayer',
  'noAccount',
  'notLimited',
  'unknownReport',
  'answered',
  'failed',
  ...NAME_REFUSALS,
] as const
export type OrderRefusal = (typeof ORDER_REFUSALS)[number]

const answerSchema = z.union([
  z.strictObject({ ok: z.literal(true), outcome: z.string() }),
  z.strictObject({ ok: z.literal(false), code: z.enum(ORDER_REFUSALS) }),
])
/** What came of an order: what was done, as the log has it, or why nothing was. */
export type OrderAnswer = Readonly<z.infer<typeof answerSchema>>

/** Undefined for what is none, as another version may have written it. */
export function parseOrder(json: string): Order | undefined {
  return orderSchema.safeParse(parseJson(json)).data
}

export function parseAnswer(json: string): OrderAnswer | undefined {
  return answerSchema.safeParse(parseJson(json)).data
}
