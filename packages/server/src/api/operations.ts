import type { ApiOperation } from '../http/operation.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { ACCOUNT_OPERATIONS, type AccountOperationsDependencies } from './account-operations.ts'
import {
  CHALLENGE_OPERATIONS,
  type ChallengeOperationsDependencies,
} from './challenge-operations.ts'
import { EVENT_OPERATIONS, type EventOperationsDependencies } from './event-operations.ts'
import { GAME_OPERATIONS, type GameOperationsDependencies } from './game-operations.ts'
import { PLAYER_OPERATIONS, type PlayerOperationsDependencies } from './player-operations.ts'
import { PLAYING_OPERATIONS, type PlayingOperationsDependencies } from './playing-operations.ts'
import { RULES_OPERATIONS, type RulesOperationsDependencies } from './rules-operations.ts'
import {
  TOURNAMENT_OPERATIONS,
  type TournamentOperationsDependencies,
} from './tournament-operations.ts'

export interface OperationsDependencies
  extends GameOperationsDependencies,
    AccountOperationsDependencies,
    EventOperationsDependencies,
    ChallengeOperationsDependencies,
    PlayingOperationsDependencies,
    PlayerOperationsDependencies,
    TournamentOperationsDependencies,
    RulesOperationsDependencies {
  readonly visitors: Visitors
}

/** The operations of the API, in the order of its reference. */
export const API_OPERATIONS: readonly ApiOperation<OperationsDependencies>[] = [
  ...GAME_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...CHALLENGE_OPERATIONS,
  ...PLAYING_OPERATIONS,
  ...PLAYER_OPERATIONS,
  ...TOURNAMENT_OPERATIONS,
  ...RULES_OPERATIONS,
]
