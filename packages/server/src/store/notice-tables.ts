import type { MailLanguage, PlayerId } from '@hokito/protocol'
import type { LinkHash } from '../ground/mail-link.ts'
import type { TokenHash } from '../ground/session-token.ts'

/** Devices on which players want notifications, with the addresses of their push services. */
export interface PushSubscriptionsTable {
  /** Anyone who knows it and the keys can notify the device. */
  endpoint: string
  player: PlayerId
  /** The session that subscribed. The subscription ends with it. */
  session: TokenHash
  p256dh: string
  auth: string
  language: string
  createdAt: number
  /** When the push service last accepted a message, to the day. */
  sentAt: number | null
  /** Since when messages have failed; null while they succeed. */
  failingSince: number | null
}

/**
 * The last turn of a correspondence game for which its player got a reminder. The row is deleted
 * with the game's deadline.
 */
export interface RemindersTable {
  game: number
  ply: number
  /** The deadline at that time. */
  deadline: number
}

/** The confirmed e-mail address of an account. Several accounts may share an address. */
export interface MailAddressesTable {
  player: PlayerId
  address: string
  /** The address in lower case, for look-ups. */
  addressKey: string
  language: MailLanguage
  confirmedAt: number
}

/** The action of a link in an e-mail, valid once. */
export interface MailLinksTable {
  /** Keyed hash of the link's token, which itself is not stored. */
  hash: LinkHash
  player: PlayerId
  kind: 'confirm' | 'recover'
  /** The address to which the e-mail was sent. */
  address: string
  language: MailLanguage
  until: number
}

/** Accounts that want e-mails about their correspondence games. */
export interface GameLettersTable {
  player: PlayerId
  /** Keyed hash of the token in the link that switches them off. */
  hash: LinkHash
  since: number
  /** When the last e-mail about turns was sent; null before the first. */
  turnsAt: number | null
  /** The beginning of the day for which e-mails are counted, and their number. */
  dayAt: number
  countOfDay: number
}

/** E-mails about games that are still to be written and sent, without their text. */
export interface WaitingLettersTable {
  player: PlayerId
  /** All games that wait for the player; a game whose time is nearly up; a challenge. */
  kind: 'turns' | 'last' | 'challenge'
  /** The id of the game or the challenge; empty for `turns`. */
  subject: string
  madeAt: number
  /** The earliest instant at which a node may take it. Postponed while a node has it. */
  dueAt: number
  tries: number
}
