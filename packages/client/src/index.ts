/**
 * The API of a Hokito server, called from any engine that has `fetch`.
 * @packageDocumentation
 */

export type {
  ApiAccount,
  ApiChallenge,
  ApiChallenges,
  ApiEvent,
  ApiGame,
  ApiGameSummary,
  ApiGames,
  ApiOwnGame,
  ApiPlayer,
  ApiPosition,
  ApiRefusal,
  ApiSeeks,
} from '@hokito/protocol/api'
export { ApiError, LineLost } from './api-error.ts'
export { type ClientOptions, HokitoClient, type OfferedTerms } from './client.ts'
export { type FollowOptions, follow } from './follow.ts'
