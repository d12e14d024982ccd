import {
  addPupilsSchema,
  cardsReplySchema,
  classChangeSchema,
  classesReplySchema,
  codesReplySchema,
  type PlayerCard,
  renewCardsSchema,
  reportedProgressSchema,
  takeOverSchema,
  teachWishSchema,
} from '@hokito/protocol'
import type { Classes } from '../classes/classes.ts'
import type { PupilAccounts } from '../classes/pupil-accounts.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { type AccountDependencies, enter } from './account-posts.ts'
import { chargeChange, chargeTry } from './charges.ts'
import { jsonPartsOf } from './json-parts.ts'
import { jsonBy, operation, type PageAsked, type PageOperation } from './operation.ts'
import { answered, type PageOutcome, refused } from './outcome.ts'

export interface ClassDependencies extends AccountDependencies {
  readonly classes: Classes
  readonly pupilAccounts: PupilAccounts
  readonly visitors: Visitors
}

/** Each queries the database a few times for every class. */
const PRICE = 5

const POST = {
  asker: 'ownPlayer',
  method: 'post',
  cache: 'never',
  // The progress of a pupil who has done everything is the longest.
  bodyLimit: 32_768,
  price: PRICE,
} as const

/** Charges changes of a class, or accounts and passwords made in it. */
function chargeClass(
  { player }: { readonly player: PlayerCard },
  { visitors }: Pick<ClassDependencies, 'visitors'>,
  count = 1,
): number {
  return visitors.classChanges.take(player.id, count)
}

/** What the asker teaches and attends, written as it is read. */
async function classesFor(
  { player, signal }: Pick<PageAsked, 'player' | 'signal'>,
  { classes }: Pick<ClassDependencies, 'classes'>,
): Promise<PageOutcome<never>> {
  return { kind: 'stream', chunks: jsonPartsOf(await classes.of(player, signal)) }
}

const ownClasses = operation({
  asker: 'visitor',
  path: '/api/classes',
  answer: jsonBy(classesReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async (_, asked, dependencies: ClassDependencies) => classesFor(asked, dependencies),
})

const changeClass = operation({
  ...POST,
  path: '/api/classes',
  body: { schema: classChangeSchema },
  answer: jsonBy(classesReplySchema),
  charge: (asked, dependencies: ClassDependencies) => chargeClass(asked, dependencies),
  handle: async (_, asked, dependencies: ClassDependencies) => {
    const changed = await dependencies.classes.change(asked.player.id, asked.body)
    return changed.ok ? classesFor(asked, dependencies) : refused(changed.error)
  },
})

const askToTeach = operation({
  ...POST,
  path: '/api/classes/ask',
  body: { schema: teachWishSchema },
  answer: jsonBy(classesReplySchema),
  charge: chargeChange,
  handle: async (_, asked, dependencies: ClassDependencies) => {
    const request = await dependencies.classes.ask(asked.player.id, asked.body)
    if (request.ok) return classesFor(asked, dependencies)
    return refused(request.error, request.error.code === 'noAccount' ? { status: 403 } : {})
  },
})

const addPupils = operation({
  ...POST,
  path: '/api/classes/pupils',
  body: { schema: addPupilsSchema },
  answer: jsonBy(cardsReplySchema),
  charge: (asked, dependencies: ClassDependencies) =>
    chargeClass(asked, dependencies, asked.body.names.length),
  handle: async (_, { player, body }, { pupilAccounts }: ClassDependencies) => {
    const added = await pupilAccounts.add(player.id, body.class, body.names)
    return added.ok ? answered({ cards: [...added.value] }) : refused(added.error)
  },
})

const renewCards = operation({
  ...POST,
  path: '/api/classes/cards',
  body: { schema: renewCardsSchema },
  answer: jsonBy(cardsReplySchema),
  charge: (asked, dependencies: ClassDependencies) =>
    chargeClass(asked, dependencies, asked.body.pupils.length),
  handle: async (_, { player, body }, { pupilAccounts }: ClassDependencies) => {
    const renewed = await pupilAccounts.renewCards(player.id, body.class, body.pupils)
    return renewed.ok ? answered({ cards: [...renewed.value] }) : refused(renewed.error)
  },
})

const report = operation({
  ...POST,
  path: '/api/classes/report',
  body: { schema: reportedProgressSchema },
  answer: jsonBy(classesReplySchema),
  charge: (asked, dependencies: ClassDependencies) => chargeClass(asked, dependencies),
  handle: async (_, asked, dependencies: ClassDependencies) => {
    const reported = await dependencies.classes.report(asked.player.id, asked.body)
    return reported.ok ? classesFor(asked, dependencies) : refused(reported.error)
  },
})

const takeOver = operation({
  ...POST,
  path: '/api/classes/take-over',
  body: { schema: takeOverSchema },
  answer: jsonBy(codesReplySchema),
  charge: chargeTry,
  handle: async (_, { player, body, session }, dependencies: ClassDependencies) => {
    const { pupilAccounts, events } = dependencies
    const taken = await pupilAccounts.takeOver(player.id, body.password)
    if (!taken.ok) return refused(taken.error)
    await enter(session, taken.value, undefined, dependencies)
    events.publish('signedOut', player.id)
    events.publish('peopleChanged', [player.id])
    return answered({ player: taken.value.player, codes: [...taken.value.codes] })
  },
})

/** What the asker teaches and attends, and the changes to it. */
export const CLASS_OPERATIONS: readonly PageOperation<ClassDependencies>[] = [
  ownClasses,
  changeClass,
  askToTeach,
  addPupils,
  renewCards,
  report,
  takeOver,
]
