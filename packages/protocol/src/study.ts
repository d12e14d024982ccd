import * as z from 'zod/mini'
import { instantSchema, playerIdSchema, versionSchema } from './ids.ts'
import { nameSchema, textSchema } from './text.ts'

/** Twelve letters and digits, drawn at random by the page that makes the study. */
export const studyIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'StudyId'>()
/** A study: analyses as chapters under one title. Only its readers and members know its id. */
export type StudyId = z.infer<typeof studyIdSchema>

/** Most studies of a player, and most chapters of a study. */
export const MOST_STUDIES = 50
export const MOST_CHAPTERS = 32
/** Most players whom a study's owner invites, and most studies to which a player is invited. */
export const MOST_MEMBERS = 30
export const MOST_INVITED = 50
/** Most public studies that a profile lists. */
export const MOST_SHOWN_STUDIES = 20
/** Longest chapter as HGN, in UTF-16 units: some 2,000 moves. */
export const LONGEST_CHAPTER = 16_000
/** Longest title of a study or of a chapter. */
export const LONGEST_TITLE = 80
/** Most readers who follow one study at a time on one server. */
export const MOST_READERS = 200

/** Why the server refuses a request about a study. */
export const STUDY_REFUSALS = [
  'unknownStudy',
  'staleStudy',
  'tooManyStudies',
  'tooManyChapters',
  'badStudyTitle',
  'badChapter',
  'notHolder',
  'notFollower',
  'tooManyMembers',
  'tooManyInvitations',
  'inviteBarred',
  'muted',
] as const

const chapterNumberSchema = z.int().check(z.minimum(1), z.maximum(100_000))
/** The place of the one who controls the pieces: two characters for each move. */
const pathSchema = z.string().check(z.regex(/^([0-9a-z]{2}){0,36}$/))

/** A chapter without its content. */
export const chapterHeadSchema = z.strictObject({
  /** Its number within the study, which no later chapter gets. */
  n: chapterNumberSchema,
  title: z.string(),
  /** Counts its changes. */
  version: versionSchema,
  /** Whether its readers find the moves themselves. */
  isExercise: z.boolean(),
})

/** A study without the content of its chapters. */
export const studySchema = z.strictObject({
  id: studyIdSchema,
  title: z.string(),
  owner: z.strictObject({ id: playerIdSchema, name: z.string() }),
  /** May everyone read it who has its address? Otherwise only its owner and its members may. */
  isShared: z.boolean(),
  /**
   * Is it also on its owner's profile? Only the owner learns it, and only if it is: pages of the
   * version before public studies refuse a study with this field, so it must never reach other
   * readers, nor an owner who makes no study public.
   */
  isPublic: z.optional(z.literal(true)),
  /** Counts all changes of the study and of its chapters. */
  version: z.int(),
  changedAt: instantSchema,
  /** In the order in which its owner shows them. */
  chapters: z.array(chapterHeadSchema),
  /**
   * The only one who may edit it now: its owner, or a member. Null if all members who may edit it
   * and its owner may. Readers who are not members see null.
   */
  holder: z.nullable(playerIdSchema),
  /** The players whom its owner has invited. Readers who are not members see none. */
  members: z.array(z.strictObject({ id: playerIdSchema, name: z.string(), mayEdit: z.boolean() })),
})
export type Study = Readonly<z.infer<typeof studySchema>>

export const chapterSchema = z.strictObject({
  ...chapterHeadSchema.shape,
  /** A record with all its variations. */
  hgn: z.string(),
  path: z.string(),
})
export type Chapter = Readonly<z.infer<typeof chapterSchema>>

/**
 * `GET /api/studies`: the studies of the player whose cookie this is, and those to which the player
 * is invited, the last changed first.
 */
export const studiesReplySchema = z.strictObject({
  studies: z.array(studySchema),
  invited: z.array(studySchema),
})

/** `GET /api/studies/<id>`, and the answer to every change. */
export const studyReplySchema = z.strictObject({ study: studySchema })

/** A study in a list that is for everyone. */
export const publicStudySchema = z.strictObject({
  id: studyIdSchema,
  title: z.string(),
  /** How many chapters it has. */
  chapters: z.int(),
  changedAt: instantSchema,
})
export type PublicStudy = Readonly<z.infer<typeof publicStudySchema>>

/** `GET /api/players/<name>/studies`: a player's public studies, the last changed first. */
export const publicStudiesReplySchema = z.strictObject({ studies: z.array(publicStudySchema) })

/** `GET /api/studies/<id>/<n>`. */
export const chapterReplySchema = z.strictObject({ chapter: chapterSchema })

const written = { title: nameSchema, hgn: textSchema(LONGEST_CHAPTER) }

/**
 * `POST /api/studies`: a change. Members who may edit store chapters and add them, and every member
 * may leave; all else is for the owner. The same change sent again changes nothing more.
 */
export const studyChangeSchema = z.discriminatedUnion('type', [
  /** A new study with its first chapter; its id is drawn by the page. */
  z.strictObject({
    type: z.literal('make'),
    study: studyIdSchema,
    title: nameSchema,
    chapter: z.strictObject(written),
  }),
  z.strictObject({
    type: z.literal('edit'),
    study: studyIdSchema,
    title: nameSchema,
    isShared: z.boolean(),
    /**
     * Whether a shared study is on its owner's profile. Without it that stays as it is, because
     * older pages do not send it; newer ones leave it out where it changes nothing, because older
     * servers refuse it. A study that is no longer shared is not public either.
     */
    isPublic: z.optional(z.boolean()),
  }),
  /** A further chapter, with the next number. */
  z.strictObject({
    type: z.literal('addChapter'),
    study: studyIdSchema,
    n: chapterNumberSchema,
    ...written,
  }),
  /** A chapter as it is now. Refused if it has another version than the page knew. */
  z.strictObject({
    type: z.literal('saveChapter'),
    study: studyIdSchema,
    n: chapterNumberSchema,
    version: versionSchema,
    path: pathSchema,
    ...written,
  }),
  /** Decides whether the readers of a chapter find its moves themselves. */
  z.strictObject({
    type: z.literal('setExercise'),
    study: studyIdSchema,
    n: chapterNumberSchema,
    isExercise: z.boolean(),
  }),
  /** Puts a chapter directly after another one; with null, before all others. */
  z.strictObject({
    type: z.literal('moveChapter'),
    study: studyIdSchema,
    n: chapterNumberSchema,
    after: z.nullable(chapterNumberSchema),
  }),
  z.strictObject({
    type: z.literal('removeChapter'),
    study: studyIdSchema,
    n: chapterNumberSchema,
  }),
  /** Invites the account with this name, which follows the owner; or changes what it may do. */
  z.strictObject({
    type: z.literal('invite'),
    study: studyIdSchema,
    name: nameSchema,
    mayEdit: z.boolean(),
  }),
  /** Takes an invitation back, or leaves the study. */
  z.strictObject({
    type: z.literal('uninvite'),
    study: studyIdSchema,
    player: playerIdSchema,
  }),
  /** Gives the pieces to the owner or to a member who may edit; with null, to all of them. */
  z.strictObject({
    type: z.literal('give'),
    study: studyIdSchema,
    holder: z.nullable(playerIdSchema),
  }),
])
export type StudyChange = Readonly<z.infer<typeof studyChangeSchema>>

/** `POST /api/studies/remove`. */
export const removeStudySchema = z.strictObject({ study: studyIdSchema })
