/**
 * Serves the Hokito site and its online games.
 * @packageDocumentation
 */
export type { Config, ConfigFault, LogLevel } from './config.ts'
export { CONFIG_FAULTS, LOG_LEVELS, readConfig, secretOf } from './config.ts'
export type { DealCheckFault } from './game/deal-check.ts'
export { checkDeal } from './game/deal-check.ts'
export type { Limits } from './limits.ts'
export { DEFAULT_LIMITS } from './limits.ts'
export type { RunningServer, ServerOptions, StartErrorCode } from './server.ts'
export { START_ERRORS, StartError, startServer } from './server.ts'
export type { CopyFault, Exported, Restored } from './store/copies.ts'
export { backupDatabase, COPY_FAULTS, exportGames, restoreDatabase } from './store/copies.ts'
