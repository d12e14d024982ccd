/**
 * A client for the API of a Hokito server. It runs wherever `fetch` exists.
 * @packageDocumentation
 */

export type {
  ApiAccount,
  ApiAnalysis,
  ApiChallenge,
  ApiChallenges,
  ApiEvent,
  ApiGame,
  ApiGameSummary,
  ApiGames,
  ApiLeaderboard,
  ApiOwnGame,
  ApiPlayer,
  ApiPosition,
  ApiRefusal,
  ApiSeeks,
} from '@hokito/protocol/api'
export { ApiError, LineLost } from './api-error.ts'
export {
  type AnalysisWish,
  type ClientOptions,
  HokitoClient,
  type OfferedTerms,
} from './client.ts'
export { type FollowOptions, follow } from './follow.ts'
export { pause } from './pause.ts'
