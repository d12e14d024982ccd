import {
  type Card,
  type ClassChange,
  type ClassesReply,
  type ClassId,
  cardsReplySchema,
  classesReplySchema,
  classIdSchema,
  codesReplySchema,
  type PlayerId,
  type PupilProgress,
  type TeachWish,
} from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { type AnswerPromise, ask, posting } from '../device/ask.ts'
import { drawId } from '../device/draw-id.ts'

/** What the player teaches and attends. */
export function fetchClasses(): AnswerPromise<ClassesReply> {
  return askClasses('', undefined, (answer) => classesReplySchema.parse(answer))
}

/** The same change may be sent again. */
export function changeClass(change: ClassChange): AnswerPromise<ClassesReply> {
  return askClasses('', change, (answer) => classesReplySchema.parse(answer))
}

/** Asks the operator of the server to be confirmed as a teacher, or takes that back. */
export function askToTeach(wish: TeachWish): AnswerPromise<ClassesReply> {
  return askClasses('/ask', wish, (answer) => classesReplySchema.parse(answer))
}

/** Makes pupils' accounts; an empty name gets one that the server draws. */
export function addPupils(id: ClassId, names: readonly string[]): AnswerPromise<readonly Card[]> {
  return askClasses('/pupils', { class: id, names }, cardsOf)
}

/** New passwords for pupils. */
export function renewCards(
  id: ClassId,
  pupils: readonly PlayerId[],
): AnswerPromise<readonly Card[]> {
  return askClasses('/cards', { class: id, pupils }, cardsOf)
}

/** Adds what this device has counted to what the class knows of its pupil. */
export function reportProgress(progress: PupilProgress): AnswerPromise<ClassesReply> {
  return askClasses('/report', progress, (answer) => classesReplySchema.parse(answer))
}

/** Takes an offered account over; the value is its recovery codes. */
export function takeOver(password: string): AnswerPromise<readonly string[]> {
  return askClasses('/take-over', { password }, (answer) => codesReplySchema.parse(answer).codes)
}

/** The id of a class that is being made. */
export function newClassId(randomBytes: RandomBytes): ClassId {
  return classIdSchema.parse(drawId(randomBytes, 12))
}

// --- internal ---

/** Forty passwords are hashed one after another. */
const ANSWER_MS = 60_000

const cardsOf = (answer: unknown) => cardsReplySchema.parse(answer).cards

/** Posts a body, or only reads if there is none. */
function askClasses<T>(
  path: string,
  body: object | undefined,
  read: (answer: unknown) => T,
): AnswerPromise<T> {
  return ask(`/api/classes${path}`, body === undefined ? {} : posting(body), read, ANSWER_MS)
}
