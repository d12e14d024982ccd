import { createECDH, ECDH, hkdfSync } from 'node:crypto'

/** The key pair that shows push services who sends (VAPID, RFC 8292), as they write it. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Derived from the server's secret, so that all nodes have the same, a restart changes nothing, and there is nothing to
 * keep. With another secret browsers have to subscribe anew, which our pages see to.
 */
export function pushKeysOf(secret: string): PushKeys {
  // Eight bytes more than the order has: what the remainder favours is then nothing that anybody could use.
  const drawn = Buffer.from(hkdfSync('sha256', secret, '', 'hokito web push: VAPID key', 40))
  const scalar = (BigInt(`0x${drawn.toString('hex')}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

/** Is it a point of the curve, so that a message can be encrypted for whoever has its other half? */
export function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, CURVE, 'base64url')
    return true
  } catch {
    // No point: it is told apart by nothing else.
    return false
  }
}

// --- internal ---

const CURVE = 'prime256v1'

/** How many points P-256 has. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
