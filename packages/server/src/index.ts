/**
 * Serves the Hokito site and its online games.
 * @packageDocumentation
 */
export type { Config, ConfigFault, LogLevel } from './config.ts'
export { CONFIG_FAULTS, LOG_LEVELS, readConfig } from './config.ts'
export type { DealCheckFault } from './game/deal-check.ts'
export { checkDeal } from './game/deal-check.ts'
export type { Limits } from './limits.ts'
export { DEFAULT_LIMITS } from './limits.ts'
export type { SecretFault } from './secret.ts'
export { secretOf } from './secret.ts'
export type { RunningServer, ServerOptions } from './server.ts'
export { startServer } from './server.ts'
export type { StartErrorCode } from './start-error.ts'
export { START_ERRORS, StartError } from './start-error.ts'
export type { CopyError, CopyFault, CopyOptions, CopyProgress } from './store/checked-copy.ts'
export { COPY_FAULTS } from './store/checked-copy.ts'
export type { Restored } from './store/copies.ts'
export { backupDatabase, restoreDatabase } from './store/copies.ts'
export type { Holder } from './store/database-lock.ts'
export type { Exported } from './store/exports.ts'
export { exportGames } from './store/exports.ts'
