import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { type MadePasskey, type PlayerCard, playerCardSchema } from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach } from '../../test/helpers/databases.ts'
import { playerId } from '../../test/helpers/ids.ts'
import { addCredentials } from '../players/credentials.ts'
import type { Database } from '../store/database.ts'
import { RowReader } from '../store/row-reader.ts'
import { Passkeys } from './passkeys.ts'

const ORIGIN = 'https://hokito.example'
const MOST = 20
const [ANNA, BERT] = ['anna', 'bert'].map((name) =>
  playerCardSchema.parse({ id: playerId(name), name }),
) as [PlayerCard, PlayerCard]

let database: Database
let passkeys: Passkeys

/** The answer of a device that makes a passkey for a challenge. */
function madeBy(challenge: string, credential: Buffer): MadePasskey {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const publicKey = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [1, 4, 64]
  const authData = Buffer.concat([
    createHash('sha256').update(new URL(ORIGIN).hostname).digest(),
    Buffer.from([USER_PRESENT + USER_VERIFIED + HAS_KEY, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, credential.length]),
    credential,
    isoCBOR.encode(publicKey),
  ])
  const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', new Uint8Array(authData)],
  ])
  const client = { type: 'webauthn.create', challenge, origin: ORIGIN }
  const id = credential.toString('base64url')
  return {
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(client)).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
    },
  }
}

async function add(player: PlayerCard, credential = randomBytes(16)) {
  const { challenge } = await passkeys.askToAdd(player, ORIGIN, 0)
  return passkeys.add(player.id, madeBy(challenge, credential), ORIGIN, 1)
}

describeOnEach('a passkey', (open) => {
  beforeEach(async () => {
    database = await open()
    passkeys = new Passkeys(database, new RowReader(({ table }) => expect.fail(table)))
    for (const { id, name } of [ANNA, BERT]) {
      const row = { id, name, nameKey: name, createdAt: 0 }
      await database.db.insertInto('players').values(row).execute()
      await addCredentials(database.db, { player: id, createdAt: 0, passwordHash: '' })
    }
  })
  afterEach(() => database.close())

  test('is added once: another device that answers with its id is refused', async () => {
    const credential = randomBytes(16)
    expect(await add(ANNA, credential)).toEqual(ok(undefined))
    expect(await add(BERT, credential)).toEqual(err({ code: 'wrongPasskey' }))
    const lists = [await passkeys.of(ANNA.id), await passkeys.of(BERT.id)]
    expect(lists.map(({ length }) => length)).toEqual([1, 0])
  })

  test('is not added for an account that was deleted after asking', async () => {
    const { challenge } = await passkeys.askToAdd(ANNA, ORIGIN, 0)
    await database.db.deleteFrom('credentials').where('player', '=', ANNA.id).execute()
    const added = await passkeys.add(ANNA.id, madeBy(challenge, randomBytes(16)), ORIGIN, 1)
    expect(added).toEqual(err({ code: 'noAccount' }))
  })

  test('is one of a limited number, also of those that come together', async () => {
    for (let n = 1; n < MOST; n++) expect((await add(ANNA)).ok).toBe(true)
    const added = await Promise.all([add(ANNA), add(ANNA), add(ANNA)])
    expect(added.filter((one) => one.ok)).toHaveLength(1)
    expect(await passkeys.of(ANNA.id)).toHaveLength(MOST)
  })
})
