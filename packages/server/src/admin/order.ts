import { LIMITATIONS, NAME_REFUSALS } from '@hokito/protocol'
import * as z from 'zod'
import { parseJson } from '../store/json.ts'

/** The longest reason; the player concerned sees it. */
export const LONGEST_WHY = 300

const common = {
  /** The person who gives the order, for the log. */
  admin: z.string().min(1).max(60),
  why: z.string().min(1).max(LONGEST_WHY),
}
const name = z.string().max(200)

const orderSchema = z.discriminatedUnion('kind', [
  /** Limits a player for some time, or for good. */
  z.strictObject({
    kind: z.literal('limit'),
    name,
    limitation: z.enum(LIMITATIONS),
    forMs: z.int().positive().nullable(),
    ...common,
  }),
  z.strictObject({ kind: z.literal('lift'), name, limitation: z.enum(LIMITATIONS), ...common }),
  z.strictObject({ kind: z.literal('rename'), name, next: name, ...common }),
  /**
   * Confirms an account as a teacher, who may make classes, or no longer. The classes of a former
   * teacher go to the successor, if one is named.
   */
  z.strictObject({
    kind: z.literal('teacher'),
    name,
    isOn: z.boolean(),
    successor: name.optional(),
    ...common,
  }),
  /** Refuses an account's request to be confirmed as a teacher. */
  z.strictObject({ kind: z.literal('refuseTeacher'), name, ...common }),
  /** Closes a report; `why` is the result. */
  z.strictObject({ kind: z.literal('answer'), report: z.int().positive(), ...common }),
])
/** An order of the owner about a player or a report. */
export type Order = Readonly<z.infer<typeof orderSchema>>

/** Why an order was not carried out. */
export const ORDER_REFUSALS = [
  'unknownPlayer',
  'noAccount',
  'notLimited',
  'notTeacher',
  'notAsked',
  'ofClass',
  'noSuccessor',
  'tooManyClasses',
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
/** The answer to an order: the action, as in the log, or the reason for a refusal. */
export type OrderAnswer = Readonly<z.infer<typeof answerSchema>>

/** Undefined if it cannot be parsed, for example because another version wrote it. */
export function parseOrder(json: string): Order | undefined {
  return orderSchema.safeParse(parseJson(json)).data
}

export function parseAnswer(json: string): OrderAnswer | undefined {
  return answerSchema.safeParse(parseJson(json)).data
}
