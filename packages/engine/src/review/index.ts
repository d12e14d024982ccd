/**
 * The review of a game: compares each move with the best one, from the end backwards, and judges
 * it.
 * @packageDocumentation
 */

export { leastPoints, pointOf } from './causes.ts'
export { isReasonTrue } from './find-reason.ts'
export type { Finding } from './finding.ts'
export type { JudgedMove, Judgement } from './judge.ts'
export { accuracyOf, isSlip, JUDGEMENTS, judge, judgeGame } from './judge.ts'
export type { LookSettings } from './look.ts'
export { createLooker } from './look.ts'
export type { Reason, ReasonKind } from './reason.ts'
export { isMissed, REASONS } from './reason.ts'
export type { ReviewedGame, Reviewer, ReviewOptions } from './reviewer.ts'
export { createReviewer, REVIEW_SETTINGS, REVIEW_VERSION } from './reviewer.ts'
export type { SideSummary } from './summary.ts'
export { momentsOf, slipsOf, summarise } from './summary.ts'
export type { Certainty, Worth } from './worth.ts'
export { CERTAINTIES, chanceOf } from './worth.ts'
