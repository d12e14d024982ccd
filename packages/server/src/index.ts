/**
 * Serves the Hokito site and its online games.
 * @packageDocumentation
 */
export type {
  LimitationView,
  LogView,
  OfficeError,
  ReportView,
} from './admin/office.ts'
export {
  giveOrder,
  readAdminLog,
  readReport,
  readReports,
  readTeachRequests,
} from './admin/office.ts'
export type { Order, OrderAnswer, OrderRefusal } from './admin/order.ts'
export { LONGEST_WHY, ORDER_REFUSALS } from './admin/order.ts'
export type { Exported, ExportFormat, ExportWish } from './api/exports.ts'
export { exportGames } from './api/exports.ts'
export type { Config, ConfigError, LogLevel } from './config.ts'
export { CONFIG_ERRORS, LOG_LEVELS, readConfig } from './config.ts'
export type { DealCheckError } from './game/deal-check.ts'
export { checkDeal } from './game/deal-check.ts'
export type { TimeSource } from './ground/clock.ts'
export { ServerClock, SYSTEM_TIME } from './ground/clock.ts'
export type { Limits } from './ground/limits.ts'
export { DEFAULT_LIMITS } from './ground/limits.ts'
export type { Rhythm } from './ground/rhythm.ts'
export type { RatingsReport } from './ratings/rebuild-stored.ts'
export { rebuildStoredRatings } from './ratings/rebuild-stored.ts'
export type { SecretError } from './secret.ts'
export { secretOf } from './secret.ts'
export type { RunningServer, ServerOptions } from './server.ts'
export { startServer } from './server.ts'
export type { StartErrorCode } from './start-error.ts'
export { START_ERRORS, StartError } from './start-error.ts'
export type { CopyError, CopyErrorCode, CopyOptions, CopyProgress } from './store/checked-copy.ts'
export { COPY_ERRORS } from './store/checked-copy.ts'
export type { Restored } from './store/copies.ts'
export { backupDatabase, restoreDatabase } from './store/copies.ts'
export type { Holder } from './store/database-lock.ts'
export { writeNewFile } from './store/new-file.ts'
export type { Source } from './store/open-source.ts'
export type {
  TransferError,
  TransferErrorCode,
  TransferOptions,
  TransferProgress,
  Transferred,
} from './store/transfer.ts'
export { TRANSFER_ERRORS, transferStore } from './store/transfer.ts'
