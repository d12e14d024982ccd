import {
  type Challenge,
  type ChallengeId,
  LOBBY_PAGE,
  type LobbyChange,
  type LobbyPage,
  type PlayerId,
} from '@hokito/protocol'

/**
 * The open challenges as this page knows them, newest first: the newest listed ones, and all our
 * own.
 */
export interface LobbyList {
  readonly version: number
  readonly challenges: readonly Challenge[]
  /** How many are listed on the server, shown here or not. */
  readonly total: number
}

/** The list from the server's answer: its page of public challenges, and our own. */
export function listFrom(
  page: LobbyPage,
  own: readonly Challenge[],
  player: PlayerId | undefined,
): LobbyList {
  return { ...page, challenges: merged(page.challenges, own, player) }
}

/**
 * The list after a message. A message older than the list changes nothing. Undefined if a message
 * is missing in between, or if so few challenges are left that there are more to show: then the
 * lobby has to be opened again.
 */
export function withChange(
  list: LobbyList,
  { version, added, removed, total }: LobbyChange,
  player: PlayerId | undefined,
): LobbyList | undefined {
  if (version <= list.version) return list
  if (version > list.version + 1) return undefined
  const gone = new Set(removed)
  const kept = list.challenges.filter(({ id }) => !gone.has(id))
  const shown = added.filter((challenge) => isShown(list, challenge, player))
  const after = { version, total, challenges: merged(kept, shown, player) }
  return moreThan(after) > 0 && listedIn(after) < LOBBY_PAGE / 2 ? undefined : after
}

/** The list with a challenge of ours that the server has just confirmed. */
export function withOwn(list: LobbyList, challenge: Challenge): LobbyList {
  return { ...list, challenges: merged(list.challenges, [challenge], challenge.challenger.id) }
}

/** The list without a challenge that is known to be taken or withdrawn. */
export function without(list: LobbyList, id: ChallengeId): LobbyList {
  return { ...list, challenges: list.challenges.filter((challenge) => challenge.id !== id) }
}

/** How many listed challenges the list leaves out. */
export function moreThan(list: LobbyList): number {
  return Math.max(0, list.total - listedIn(list))
}

// --- internal ---

function listedIn({ challenges }: LobbyList): number {
  return challenges.filter(({ isListed }) => isListed).length
}

/**
 * Does a challenge belong here, or is it older than all shown ones, with hidden ones in between?
 */
function isShown(
  list: LobbyList,
  { challenger, createdAt }: Challenge,
  player: PlayerId | undefined,
) {
  if (challenger.id === player || moreThan(list) === 0) return true
  const oldest = list.challenges.findLast((other) => other.challenger.id !== player)
  return createdAt >= (oldest?.createdAt ?? 0)
}

/** An added challenge replaces the one with the same id; our own are kept however old they are. */
function merged(
  old: readonly Challenge[],
  added: readonly Challenge[],
  player: PlayerId | undefined,
): readonly Challenge[] {
  const byId = new Map([...old, ...added].map((challenge) => [challenge.id, challenge]))
  const newestFirst = [...byId.values()].sort((a, b) => b.createdAt - a.createdAt)
  let others = 0
  return newestFirst.filter(({ challenger }) => challenger.id === player || others++ < LOBBY_PAGE)
}
