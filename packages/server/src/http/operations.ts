import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import { ACCOUNT_OPERATIONS } from './account.ts'
import type { AccountDependencies } from './account-posts.ts'
import { BREAK_OPERATIONS, type BreakDependencies } from './breaks.ts'
import { CLASS_OPERATIONS, type ClassDependencies } from './classes.ts'
import { DAILY_OPERATIONS, type DailyDependencies } from './daily.ts'
import { EMBED_OPERATIONS, type EmbedDependencies } from './embed-pages.ts'
import { EXPLORER_OPERATIONS, type ExplorerDependencies } from './explorer.ts'
import { GAME_LETTERS_OPERATIONS, type GameLettersDependencies } from './game-letters.ts'
import { GAME_PAGE_OPERATIONS, type GamePageDependencies } from './game-pages.ts'
import { HEALTH_OPERATIONS, type HealthDependencies } from './health.ts'
import { HOUSE_BOTS_OPERATIONS, type HouseBotsDependencies } from './house-bots.ts'
import { MAIL_OPERATIONS } from './mail.ts'
import { OEMBED_OPERATIONS, type OembedDependencies } from './oembed.ts'
import type { PageOperation } from './operation.ts'
import { OWN_DATA_OPERATIONS, type OwnDataDependencies } from './own-data.ts'
import { OWN_GAMES_OPERATIONS, type OwnGamesDependencies } from './own-games.ts'
import { PASSKEY_OPERATIONS } from './passkeys.ts'
import { PEOPLE_OPERATIONS, type PeopleDependencies } from './people.ts'
import { PICTURE_OPERATIONS, type PictureDependencies } from './picture-routes.ts'
import { PLAYER_GAMES_OPERATIONS, type PlayerGamesDependencies } from './player-games.ts'
import { PUSH_OPERATIONS, type PushDependencies } from './push.ts'
import { RATING_OPERATIONS, type RatingDependencies } from './ratings.ts'
import { SESSION_OPERATIONS } from './session.ts'
import { STUDY_OPERATIONS, type StudyDependencies } from './studies.ts'
import { TOKEN_OPERATIONS } from './tokens.ts'
import { TOURNAMENT_OPERATIONS, type TournamentDependencies } from './tournaments.ts'
import { WATCH_OPERATIONS, type WatchDependencies } from './watch.ts'

export interface PageDependencies
  extends HealthDependencies,
    AccountDependencies,
    GameLettersDependencies,
    OwnDataDependencies,
    PeopleDependencies,
    BreakDependencies,
    PushDependencies,
    OwnGamesDependencies,
    TournamentDependencies,
    StudyDependencies,
    ClassDependencies,
    DailyDependencies,
    ExplorerDependencies,
    PlayerGamesDependencies,
    HouseBotsDependencies,
    RatingDependencies,
    GamePageDependencies,
    PictureDependencies,
    EmbedDependencies,
    OembedDependencies,
    WatchDependencies {
  readonly games: Games
  readonly lobby: Lobby
}

/** The operations of our own pages and of anyone, except the site's pages and the API. */
export const PAGE_OPERATIONS: readonly PageOperation<PageDependencies>[] = [
  ...HEALTH_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...MAIL_OPERATIONS,
  ...GAME_LETTERS_OPERATIONS,
  ...OWN_DATA_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...BREAK_OPERATIONS,
  ...PUSH_OPERATIONS,
  ...OWN_GAMES_OPERATIONS,
  ...TOURNAMENT_OPERATIONS,
  ...STUDY_OPERATIONS,
  ...CLASS_OPERATIONS,
  ...DAILY_OPERATIONS,
  ...EXPLORER_OPERATIONS,
  ...PLAYER_GAMES_OPERATIONS,
  ...HOUSE_BOTS_OPERATIONS,
  ...RATING_OPERATIONS,
  ...GAME_PAGE_OPERATIONS,
  ...PICTURE_OPERATIONS,
  ...EMBED_OPERATIONS,
  ...OEMBED_OPERATIONS,
  ...WATCH_OPERATIONS,
]
