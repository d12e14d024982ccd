import * as z from 'zod/mini'
import { instantSchema, playerIdSchema } from './ids.ts'
import { PICTURE_WORDS } from './picture-words.ts'
import { playerCardSchema } from './terms.ts'
import { nameSchema, passwordSchema } from './text.ts'

/** Twelve letters and digits, drawn at random by the page that makes the class. */
export const classIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'ClassId'>()
/** A class: pupils whose accounts a teacher looks after. */
export type ClassId = z.infer<typeof classIdSchema>

/** Most classes of a teacher, pupils of a class, and tasks of a class at a time. */
export const MOST_CLASSES = 8
export const MOST_PUPILS = 40
export const MOST_TASKS = 20
/** Longest name of a class. */
export const LONGEST_CLASS_NAME = 60
/** What a class may be for: the account that asks to teach chooses one. */
export const CLASS_PURPOSES = ['school', 'club', 'family'] as const
export type ClassPurpose = (typeof CLASS_PURPOSES)[number]
/** Longest name of a school or a club in a request to teach. */
export const LONGEST_SCHOOL_NAME = 80
/** In how many days after a refusal an account may ask again to teach. */
export const ASK_AGAIN_DAYS = 30
/** Words in the password on a card. */
export const CARD_WORDS = 5

/** Why the server refuses a request about a class. */
export const CLASS_REFUSALS = [
  'notTeacher',
  'unknownClass',
  'unknownPupil',
  'tooManyClasses',
  'tooManyPupils',
  'tooManyTasks',
  'badClassName',
  'hasClasses',
  'ofClass',
  'outsideClass',
  'notOffered',
] as const

/** The longest name of a lesson, chapter or exercise, which only the site knows. */
const lessonNameSchema = z.string().check(z.regex(/^[A-Za-z0-9.]{1,40}$/))
const listSchema = z.array(lessonNameSchema).check(z.maxLength(400))
const countSchema = z.int().check(z.minimum(0), z.maximum(99_999))

/**
 * What a pupil has done, as the pupil's own devices count it. Nothing checks it, so it is for
 * learning and not for marks.
 */
export const pupilProgressSchema = z.strictObject({
  lessons: listSchema,
  /** The exercises of the strategy course that were solved, as `chapter.number`. */
  exercises: listSchema,
  /** Puzzles solved at the first try. */
  puzzles: countSchema,
  /** The levels of the computer that were beaten. */
  levels: z.array(z.int().check(z.minimum(1), z.maximum(10))).check(z.maxLength(10)),
})
export type PupilProgress = Readonly<z.infer<typeof pupilProgressSchema>>

/** The most lessons and exercises that a pupil reports. The site has fewer than half as many. */
export const MOST_DONE = 300

/** `POST /api/classes/report`. What older servers have stored may have more names. */
export const reportedProgressSchema = pupilProgressSchema.check(
  z.refine(({ lessons, exercises }) => lessons.length + exercises.length <= MOST_DONE),
)

/** The progress of a pupil who has done nothing. */
export const NO_PROGRESS: PupilProgress = { lessons: [], exercises: [], puzzles: 0, levels: [] }

/** A task: a lesson, a chapter of the course, a number of puzzles, or a level to beat. */
export const classTaskSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lesson'), lesson: lessonNameSchema }),
  z.strictObject({
    kind: z.literal('chapter'),
    chapter: lessonNameSchema,
    /** How many exercises it has. */
    exercises: z.int().check(z.minimum(1), z.maximum(20)),
  }),
  z.strictObject({
    kind: z.literal('puzzles'),
    count: z.int().check(z.minimum(1), z.maximum(5000)),
  }),
  z.strictObject({ kind: z.literal('level'), level: z.int().check(z.minimum(1), z.maximum(10)) }),
])
export type ClassTask = Readonly<z.infer<typeof classTaskSchema>>

export const numberedTaskSchema = z.strictObject({ n: z.int(), task: classTaskSchema })
export type NumberedTask = Readonly<z.infer<typeof numberedTaskSchema>>

const pupilSchema = z.strictObject({
  id: playerIdSchema,
  name: z.string(),
  done: pupilProgressSchema,
  /** May the pupil take the account over, and so leave the class? */
  isOffered: z.boolean(),
})
export type Pupil = Readonly<z.infer<typeof pupilSchema>>

/** A class as its teacher sees it. */
export const classSchema = z.strictObject({
  id: classIdSchema,
  name: z.string(),
  /** May the pupils meet players outside the class? */
  isOpen: z.boolean(),
  /** By name. */
  pupils: z.array(pupilSchema),
  /** The oldest first. */
  tasks: z.array(numberedTaskSchema),
})
export type Class = Readonly<z.infer<typeof classSchema>>

/** The class of a pupil, as the pupil sees it. */
export const ownClassSchema = z.strictObject({
  name: z.string(),
  teacher: z.string(),
  isOpen: z.boolean(),
  /** The others in it, by name. */
  classmates: z.array(playerCardSchema),
  tasks: z.array(numberedTaskSchema),
  done: pupilProgressSchema,
  isOffered: z.boolean(),
})
export type OwnClass = Readonly<z.infer<typeof ownClassSchema>>

/** The owner's answer to a request to teach. */
export const teachAnswerSchema = z.strictObject({
  at: instantSchema,
  isGranted: z.boolean(),
  /** The reason, in the owner's words. */
  why: z.string(),
})
export type TeachAnswer = Readonly<z.infer<typeof teachAnswerSchema>>

/** A request to be confirmed as a teacher. */
export const teachRequestSchema = z.strictObject({
  at: instantSchema,
  purpose: z.enum(CLASS_PURPOSES),
  /** Empty if no school or club was named. */
  school: z.string(),
  /** Absent while the request waits. */
  answer: z.optional(teachAnswerSchema),
})
export type TeachRequest = Readonly<z.infer<typeof teachRequestSchema>>

/** `GET /api/classes`, and the answer to every change: what the asker teaches, and attends. */
export const classesReplySchema = z.strictObject({
  player: z.optional(playerCardSchema),
  hasAccount: z.boolean(),
  isTeacher: z.boolean(),
  /** The asker's request to teach, until some time after its answer. */
  request: z.optional(teachRequestSchema),
  classes: z.array(classSchema),
  own: z.optional(ownClassSchema),
})
export type ClassesReply = Readonly<z.infer<typeof classesReplySchema>>

/** `POST /api/classes/ask`: asks the owner to be confirmed as a teacher, or takes that back. */
export const teachWishSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ask'),
    purpose: z.enum(CLASS_PURPOSES),
    school: nameSchema,
  }),
  z.strictObject({ type: z.literal('withdraw') }),
])
export type TeachWish = Readonly<z.infer<typeof teachWishSchema>>

const classRef = { class: classIdSchema }
const pupilRef = { pupil: playerIdSchema }

/** `POST /api/classes`: a change by the teacher. The same change sent again changes nothing more. */
export const classChangeSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('make'),
    ...classRef,
    name: nameSchema,
  }),
  /** Switches contact with players outside the class on or off. */
  z.strictObject({ type: z.literal('open'), ...classRef, isOn: z.boolean() }),
  /** With the accounts of all its pupils. */
  z.strictObject({ type: z.literal('remove'), ...classRef }),
  z.strictObject({
    type: z.literal('addTask'),
    ...classRef,
    /** A number that no earlier task of the class had. */
    n: z.int().check(z.minimum(1), z.maximum(100_000)),
    task: classTaskSchema,
  }),
  z.strictObject({
    type: z.literal('removeTask'),
    ...classRef,
    n: z.int().check(z.minimum(1), z.maximum(100_000)),
  }),
  /** Lets a pupil take the account over, or not any more. */
  z.strictObject({ type: z.literal('offer'), ...pupilRef, isOn: z.boolean() }),
  /** Deletes a pupil's account. */
  z.strictObject({ type: z.literal('removePupil'), ...pupilRef }),
])
export type ClassChange = Readonly<z.infer<typeof classChangeSchema>>

/** `POST /api/classes/pupils`: new accounts. An empty name gets one that the server draws. */
export const addPupilsSchema = z.strictObject({
  ...classRef,
  names: z.array(nameSchema).check(z.minLength(1), z.maxLength(MOST_PUPILS)),
})

/** `POST /api/classes/cards`: new passwords. The old cards are worthless from then on. */
export const renewCardsSchema = z.strictObject({
  ...classRef,
  pupils: z.array(playerIdSchema).check(z.minLength(1), z.maxLength(MOST_PUPILS)),
})

const cardSchema = z.strictObject({
  name: z.string(),
  words: z.array(z.enum(PICTURE_WORDS)).check(z.minLength(CARD_WORDS), z.maxLength(CARD_WORDS)),
})
/** How a pupil signs in. The server shows it once and keeps only a hash. */
export type Card = Readonly<z.infer<typeof cardSchema>>

/** The answer to both. */
export const cardsReplySchema = z.strictObject({ cards: z.array(cardSchema) })

/** `POST /api/classes/take-over`: the pupil of an offered account sets a password, and leaves. */
export const takeOverSchema = z.strictObject({ password: passwordSchema })
