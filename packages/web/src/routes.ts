import type { ChallengeId, GameId, StudyId } from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import { LANGUAGES, type Language } from './i18n/languages.ts'

/** Addresses of the pages. */
export const ROUTES = {
  home: '/',
  newGame: '/new',
  table: '/table',
  game: '/game',
  replay: '/replay',
  analysis: '/analysis',
  study: '/study',
  review: '/review',
  online: '/online',
  watch: '/watch',
  tournaments: '/tournaments',
  tournament: '/tournament',
  daily: '/daily',
  play: '/play',
  invite: '/invite',
  learn: '/learn',
  strategy: '/learn/strategy',
  puzzles: '/puzzles',
  rules: '/rules',
  games: '/games',
  explorer: '/explorer',
  profile: '/profile',
  account: '/account',
  class: '/class',
  people: '/people',
  about: '/about',
} as const

/** Where pupils sign in with their cards. */
export const CARD_ROUTE = `${ROUTES.class}/enter`

/** The meaning of an address: a page, and the language that it names, if any. */
export interface Address {
  readonly language: Language | undefined
  readonly route: string
}

/** Reads the path of an address: `/de/rules` is the German one of `/rules`. */
export function readAddress(path: string): Address {
  const [, first, ...rest] = path.split('/')
  const language = LANGUAGES.find((each) => each === first)
  const route = `/${rest.join('/')}`
  return language !== undefined && isTranslated(route)
    ? { language, route }
    : { language: undefined, route: path }
}

/**
 * The path of a page in a language; the plain one if the page has no other, or if no language is
 * given.
 */
export function addressIn(language: Language | undefined, route: string): string {
  if (language === undefined || !isTranslated(route)) return route
  return route === ROUTES.home ? `/${language}` : `/${language}${route}`
}

/**
 * Address of a new game from a position, with the player's colour in it, and against the computer
 * if it says so; or of the board for editing it first.
 */
export function newGameRoute(
  position: string,
  { endRule, compensation }: { readonly endRule: string; readonly compensation?: number },
  more?:
    | { readonly color: Color; readonly opponent?: 'computer'; readonly level?: string }
    | { readonly edit: 'yes' },
): string {
  const points = compensation ? { compensation: String(compensation) } : {}
  return `${ROUTES.newGame}?${new URLSearchParams({ position, endRule, ...points, ...more })}`
}

/** Address of one running or finished game on this device. */
export function gameRoute(id: string): string {
  return `${ROUTES.game}/${id}`
}

/** Address of the clock, or of the count, of a game with wooden pieces. */
export function tableRoute(part: 'clock' | 'count'): string {
  return `${ROUTES.table}/${part}`
}

/** Address of the page that makes a study of a record. */
export function newStudyRoute(text: string): string {
  return ROUTES.study + hashOf(text)
}

/** Address of a study, or of one of its chapters. */
export function studyRoute(id: StudyId, n?: number): string {
  return `${ROUTES.study}/${id}${n === undefined ? '' : `?chapter=${n}`}`
}

/** Address of the sample study, or of one of its chapters. */
export function sampleRoute(n?: number): string {
  return `${ROUTES.study}/${SAMPLE_STUDY}${n === undefined ? '' : `?chapter=${n}`}`
}

/** Address of one lesson. */
export function lessonRoute(id: string): string {
  return `${ROUTES.learn}/${id}`
}

/** Address of one chapter of the strategy course. */
export function chapterRoute(id: string): string {
  return `${ROUTES.strategy}/${id}`
}

/** Address of the strategy course in short. */
export function summaryRoute(): string {
  return chapterRoute(SUMMARY)
}

/** The name of the course in short, among those of its chapters. */
export const SUMMARY = 'summary'

/** Stands for the id of a study in the address of the sample, which no server has. */
export const SAMPLE_STUDY = 'sample'

/** Address of a chapter's exercise, counted from 1. */
export function exerciseRoute(id: string, n: number): string {
  return `${chapterRoute(id)}/${n}`
}

/** Address of one puzzle by its id or its day, or of a kind of solving. */
export function puzzleRoute(id: string): string {
  return `${ROUTES.puzzles}/${id}`
}

/** Address of an online game, for players and watchers alike. */
export function playRoute(id: GameId): string {
  return `${ROUTES.play}/${id}`
}

/** Address of an invitation to a game. */
export function inviteRoute(id: ChallengeId): string {
  return `${ROUTES.invite}/${id}`
}

/**
 * A link that contains a record or position: nothing is stored anywhere. It opens after `ply` plies
 * of the game.
 */
export function replayRoute(text: string, ply = 0): string {
  return ROUTES.replay + placeOf(ply) + hashOf(text)
}

/** The same for an analysis. */
export function analysisRoute(text: string, ply = 0): string {
  return ROUTES.analysis + placeOf(ply) + hashOf(text)
}

/** Address where a position is built for an analysis: the one in a text, or an empty board. */
export function setUpRoute(text?: string): string {
  return `${ROUTES.analysis}?setup=yes${text === undefined ? '' : hashOf(text)}`
}

/** The same for a review of a game. */
export function reviewRoute(text: string, ply = 0): string {
  return ROUTES.review + placeOf(ply) + hashOf(text)
}

/** The ply in the query of such a link; 0 if it has none. */
export function plyOfQuery(search: string): number {
  const ply = Number(new URLSearchParams(search).get('ply'))
  return Number.isInteger(ply) && ply > 0 ? ply : 0
}

/** The address of a page that shows a game, changed so that it opens after `ply` plies. */
export function addressAt(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  ply: number,
): string {
  const query = new URLSearchParams(search)
  query.set('ply', String(ply))
  return `${pathname}?${query}${hash}`
}

/** Address of an analysis stored on this device. */
export function keptAnalysisRoute(id: string): string {
  return `${ROUTES.analysis}?${new URLSearchParams({ kept: id })}`
}

/** The text that a replay link carries; undefined if its escapes are broken. */
export function textOfHash(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''))
  } catch {
    return undefined
  }
}

// --- internal ---

function placeOf(ply: number): string {
  return ply > 0 ? `?${new URLSearchParams({ ply: String(ply) })}` : ''
}

function hashOf(text: string): string {
  return `#${encodeURI(text).replaceAll('#', '%23')}`
}

/**
 * Does this page have an address in every language? Pages of text do; a game has one address for
 * everyone.
 */
function isTranslated(route: string): boolean {
  const isLesson = route.startsWith(`${ROUTES.learn}/`) && !route.startsWith(`${ROUTES.strategy}/`)
  return TRANSLATED.includes(route) || isLesson
}

const TRANSLATED: readonly string[] = [
  ROUTES.home,
  ROUTES.online,
  ROUTES.daily,
  ROUTES.learn,
  ROUTES.puzzles,
  ROUTES.rules,
  ROUTES.explorer,
  ROUTES.about,
]
