import { createECDH, ECDH, hkdfSync } from 'node:crypto'

/** The key pair that identifies the sender to push services (VAPID, RFC 8292), in their format. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Derives the keys from the server's secret, so that all nodes have the same keys, a restart
 * changes nothing, and nothing needs to be stored. After a change of secret, browsers have to
 * subscribe again, which our pages do.
 */
export function pushKeysOf(secret: string): PushKeys {
  // Eight bytes more than the order has, so that the bias of the remainder is negligible.
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

/**
 * Is it a point on the curve, so that a message can be encrypted for the owner of the private key?
 */
export function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, CURVE, 'base64url')
    return true
  } catch {
    // Not a point; nothing else reveals this.
    return false
  }
}

// --- internal ---

const CURVE = 'prime256v1'

/** The number of points of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
