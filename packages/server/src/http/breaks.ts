import {
  breakStateSchema,
  doneReplySchema,
  type PlayerCard,
  takeBreakSchema,
} from '@hokito/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Visitors } from '../limiting/visitors.ts'
import type { BreakError, Breaks } from '../notify/breaks.ts'
import { counted } from './counting.ts'
import { ownPosts } from './own-posts.ts'
import { refuse, refuseForNow } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface BreakRoutesDependencies {
  readonly sessions: SessionDependencies
  readonly breaks: Breaks
  readonly visitors: Visitors
}

/** The `POST` routes of our own pages for breaks: take one, and end it early. */
export function addBreakRoutes(app: FastifyInstance, dependencies: BreakRoutesDependencies): void {
  const { sessions, breaks, visitors } = dependencies
  const recognise = recogniserOf(app, sessions)
  const post = ownPosts<PlayerCard>(app, {
    prefix: '/api/account',
    publicUrl: sessions.publicUrl,
    bodyLimit: BODY_BYTES,
    onRequest: counted(visitors, visitors.requests, PRICE),
    askerOf: ({ headers }) => recognise(headers.cookie),
    waitMsOf: ({ id }) => visitors.peopleChanges.take(id),
  })
  post(
    'break',
    takeBreakSchema,
    async (reply, player, { days }) => {
      const taken = await breaks.take(player, days)
      return taken.ok ? taken.value : no(reply, taken.error)
    },
    breakStateSchema,
  )
  post(
    'break-end',
    doneReplySchema,
    async (reply, player) => {
      const ended = await breaks.end(player)
      return ended.ok ? ended.value : no(reply, ended.error)
    },
    breakStateSchema,
  )
}

// --- internal ---

/** Each reads and writes all running games of a player. */
const PRICE = 10
const BODY_BYTES = 1024
const BUSY_MS = 1000

function no(reply: FastifyReply, code: BreakError): FastifyReply {
  return code === 'busy' ? refuseForNow(reply, BUSY_MS) : refuse(reply, 409, { code })
}
