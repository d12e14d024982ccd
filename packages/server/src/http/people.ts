import {
  blockSchema,
  doneReplySchema,
  followSchema,
  type HttpRefusal,
  nameSchema,
  namesReplySchema,
  type PlayerId,
  peopleReplySchema,
  relationReplySchema,
  reportSchema,
  talkSettingSchema,
} from '@hokito/protocol'
import type { Visitors } from '../limiting/visitors.ts'
import type { EventStream } from '../live/events.ts'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import { limitationsOf } from '../people/limitations.ts'
import { namesBeginning } from '../people/names-beginning.ts'
import type { People } from '../people/people.ts'
import type { Reports } from '../people/reports.ts'
import type { Talk } from '../people/talk.ts'
import { answerFor } from '../people/teach-requests.ts'
import { nameIn } from '../players/cards.ts'
import { hasAccount } from '../players/credentials.ts'
import type { RowSource } from '../store/row-reader.ts'
import { chargeChange } from './charges.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, type PageRefused, refused } from './outcome.ts'

export interface PeopleDependencies extends RowSource {
  readonly people: People
  readonly talk: Talk
  readonly reports: Reports
  readonly lobby: Pick<Lobby, 'forPlayer'>
  readonly games: Pick<Games, 'look'>
  readonly visitors: Visitors
  readonly events: EventStream
  readonly now: () => number
  /** Which of these players are connected, to any node? */
  readonly present: (players: readonly PlayerId[]) => Promise<ReadonlySet<PlayerId>>
}

/** Each queries the database a few times. */
const PRICE = 5

const POST = {
  asker: 'ownPlayer',
  method: 'post',
  answer: jsonBy(doneReplySchema),
  cache: 'never',
  bodyLimit: 8192,
  price: PRICE,
  charge: chargeChange,
} as const

const ownPeople = operation({
  asker: 'visitor',
  path: '/api/people',
  answer: jsonBy(peopleReplySchema),
  cache: 'never',
  price: PRICE,
  charge: ({ player }, { visitors }: PeopleDependencies) =>
    player === undefined ? 0 : visitors.people.take(player.id),
  handle: async (_, { player }, dependencies: PeopleDependencies) => {
    if (player === undefined) return answered({ limitations: [] })
    const { db, now } = dependencies
    const limitations = [...(await limitationsOf(dependencies, player.id, now()))]
    if (!(await hasAccount(db, player.id))) return answered({ limitations })
    const teaching = await answerFor(dependencies, player.id, now())
    return answered({
      limitations,
      ...(teaching && { teaching }),
      people: await peopleOf(player.id, dependencies),
    })
  },
})

const names = operation({
  asker: 'visitor',
  path: '/api/names',
  parameters: { begins: { schema: nameSchema } },
  answer: jsonBy(namesReplySchema),
  cache: 'never',
  price: PRICE,
  charge: ({ address }, { visitors }: PeopleDependencies) => visitors.names.take(address),
  handle: async ({ begins }, { player: asker }, { db, now }: PeopleDependencies) => {
    const players = await namesBeginning(db, begins, { asker: asker?.id, now: now() })
    return answered({ players: [...players] })
  },
})

const relation = operation({
  asker: 'visitor',
  path: '/api/people/{name}',
  parameters: { name: { schema: nameSchema, refusal: 'unknownPlayer' } },
  answer: jsonBy(relationReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ name }, { player }, { people }: PeopleDependencies) => {
    const found = await people.relation(player?.id, name)
    return found === undefined ? refused({ code: 'unknownPlayer' }) : answered(found)
  },
})

const follow = operation({
  ...POST,
  path: '/api/people/follow',
  body: { schema: followSchema },
  handle: async (_, { player, body: { name, isOn } }, { people }: PeopleDependencies) => {
    const followed = await people.follow(player.id, name, isOn)
    return followed.ok ? answered({}) : refusedTo(followed.error)
  },
})

const block = operation({
  ...POST,
  path: '/api/people/block',
  body: { schema: blockSchema },
  handle: async (_, { player, body }, { people, events }: PeopleDependencies) => {
    const blocked = await people.block(player.id, body.player, body.isOn)
    if (!blocked.ok) return refusedTo(blocked.error)
    events.publish('peopleChanged', [player.id, body.player])
    return answered({})
  },
})

const setTalk = operation({
  ...POST,
  path: '/api/people/talk',
  body: { schema: talkSettingSchema },
  handle: async (_, { player, body }, { db, talk, events }: PeopleDependencies) => {
    if (!(await hasAccount(db, player.id))) return refusedTo({ code: 'noAccount' })
    await talk.set(player.id, body.isOn)
    events.publish('peopleChanged', [player.id])
    return answered({})
  },
})

const report = operation({
  ...POST,
  path: '/api/people/report',
  body: { schema: reportSchema },
  handle: async (_, { player, body }, { games, reports }: PeopleDependencies) => {
    const { player: reported, reason, words, game: id } = body
    const game = id && (await games.look(id))
    if (id !== undefined && game === undefined) return refusedTo({ code: 'unknownGame' })
    const added = await reports.add(player.id, { reported, reason, words, game: game?.view })
    return added.ok ? answered({}) : refusedTo(added.error)
  },
})

/** The people of a player, and what our own pages change between people. */
export const PEOPLE_OPERATIONS: readonly PageOperation<PeopleDependencies>[] = [
  ownPeople,
  names,
  relation,
  follow,
  block,
  setTalk,
  report,
]

// --- internal ---

async function peopleOf(
  player: PlayerId,
  { people, lobby, talk, present, rows }: PeopleDependencies,
) {
  const isSound = (one: { readonly player: PlayerId; readonly name: string }) =>
    nameIn(rows, { id: one.player, name: one.name }) !== undefined
  const followed = (await people.followedBy(player)).filter(isSound)
  const here = await present(followed.map(({ player: one }) => one))
  return {
    followed: followed.map(({ player: one, ...rest }) => ({ ...rest, isHere: here.has(one) })),
    followers: await people.countFollowers(player),
    blocked: (await people.blockedBy(player)).filter(isSound),
    challenges: lobby.forPlayer(player).toReversed(),
    talks: await talk.isOnFor(player),
  }
}

/** Unlike elsewhere, a guest is refused as forbidden. */
function refusedTo(refusal: HttpRefusal): PageRefused {
  return refused(refusal, refusal.code === 'noAccount' ? { status: 403 } : {})
}
