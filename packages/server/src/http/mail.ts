import {
  addMailSchema,
  askMailSchema,
  confirmMailSchema,
  type HttpRefusal,
  type MailProof,
  type PlayerCard,
  removeMailSchema,
  resetByMailSchema,
  signedInReplySchema,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { boxOf } from '../ground/mail-address.ts'
import { baseOf } from '../ground/origin.ts'
import { takeFromAll } from '../limiting/rate.ts'
import { signInKeyOf } from '../players/credentials.ts'
import { ACCOUNT_POST, type AccountDependencies, enter } from './account-posts.ts'
import { chargeSignIn, tryWaitMs } from './charges.ts'
import { jsonBy, operation, type PageAsked, type PageOperation } from './operation.ts'
import { answered, refused, tooMany } from './outcome.ts'

const BUSY_MS = 3000

const addMail = operation({
  ...ACCOUNT_POST,
  path: '/api/account/mail-add',
  isNotForPupils: true,
  body: { schema: addMailSchema },
  handle: async (_, asked, dependencies: AccountDependencies) => {
    const { mail, visitors } = dependencies
    const { player, address } = asked
    const { proof, ...wish } = asked.body
    if (!mail.isOn) return refused({ code: 'noMail' })
    const proved = await prove(asked, proof, dependencies)
    if (!proved.ok) return refused(proved.error)
    const tooSoonMs = await mail.tooSoonMs(player.id)
    if (tooSoonMs > 0) return refused({ code: 'mailTooSoon', retryAfterMs: tooSoonMs })
    const { box, domain } = boxOf(wish.address)
    const rates = [
      visitors.mailChanges.of(player.id),
      visitors.mailAsks.of(address),
      visitors.mailsTo.of(box),
      visitors.mailsToDomain.of(domain),
    ]
    const waitMs = takeFromAll(rates, performance.now(), 1)
    if (waitMs > 0) return tooMany(waitMs)
    const added = await mail.add(player, wish)
    return added.ok ? answered({}) : refused(added.error)
  },
})

const confirmMail = operation({
  ...ACCOUNT_POST,
  path: '/api/account/mail-confirm',
  isNotForPupils: true,
  body: { schema: confirmMailSchema },
  charge: chargeSignIn,
  handle: async (_, { player, body }, { mail }: AccountDependencies) => {
    const confirmed = await mail.confirm(player, body.token)
    return confirmed.ok ? answered({}) : refused(confirmed.error)
  },
})

const removeMail = operation({
  ...ACCOUNT_POST,
  path: '/api/account/mail-remove',
  body: { schema: removeMailSchema },
  handle: async (_, asked, dependencies: AccountDependencies) => {
    const proved = await prove(asked, asked.body.proof, dependencies)
    if (!proved.ok) return refused(proved.error)
    await dependencies.mail.remove(asked.player.id)
    return answered({})
  },
})

const askForReset = operation({
  ...ACCOUNT_POST,
  asker: 'ownPage',
  path: '/api/account/mail-recover',
  body: { schema: askMailSchema },
  handle: async (_, { address, body: { who } }, { mail, visitors }: AccountDependencies) => {
    if (!mail.isOn) return refused({ code: 'noMail' })
    const to = who.includes('@') ? boxOf(who).box : signInKeyOf(who)
    const rates = [visitors.mailAsks.of(address), visitors.mailsTo.of(to)]
    const waitMs = takeFromAll(rates, performance.now(), 1)
    if (waitMs > 0) return tooMany(waitMs)
    return mail.ask(who) ? answered({}) : tooMany(BUSY_MS)
  },
})

const resetByMail = operation({
  ...ACCOUNT_POST,
  asker: 'ownPage',
  path: '/api/account/mail-reset',
  body: { schema: resetByMailSchema },
  answer: jsonBy(signedInReplySchema),
  charge: chargeSignIn,
  handle: async (_, { body, session }, dependencies: AccountDependencies) => {
    const { accounts, events, mail, now } = dependencies
    const { token, password } = body
    const owner = await mail.recovering(token)
    if (owner === undefined) return refused({ code: 'wrongLink' })
    const recovered = await accounts.recoverBy(owner, { password, now: now() }, (transaction) =>
      mail.takeRecovery(transaction, token),
    )
    if (!recovered.ok) return refused(recovered.error)
    const { player } = recovered.value
    await enter(session, recovered.value, session.token, dependencies)
    events.publish('signedOut', player.id)
    await mail.tellOfPassword(player.id)
    return answered({ player })
  },
})

/** An account's e-mail address: give one, confirm it, remove it, and reset a forgotten password. */
export const MAIL_OPERATIONS: readonly PageOperation<AccountDependencies>[] = [
  addMail,
  confirmMail,
  removeMail,
  askForReset,
  resetByMail,
]

// --- internal ---

interface Prover extends Pick<PageAsked, 'request' | 'address'> {
  readonly player: PlayerCard
}

/** Checks the asker's identity, by the password or by a fresh passkey signature. */
async function prove(
  { request, address, player: { id, name } }: Prover,
  proof: MailProof,
  { accounts, visitors, now, publicUrl }: AccountDependencies,
): Promise<Result<void, HttpRefusal>> {
  const waitMs = tryWaitMs(address, name, visitors)
  if (waitMs > 0) return err({ code: 'tooMany', retryAfterMs: Math.ceil(waitMs) })
  if ('password' in proof) return accounts.confirm(id, proof.password)
  const origin = baseOf(request, publicUrl)
  if (origin === undefined) return err({ code: 'badRequest' })
  const shown = await accounts.passkeys.recognise(proof.passkey, origin, now())
  if (!shown.ok) return shown
  return shown.value === id ? ok(undefined) : err({ code: 'wrongPasskey' })
}
