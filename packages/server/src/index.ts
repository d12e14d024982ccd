/**
 * Serves the Hokito site and its online games.
 * @packageDocumentation
 */
export type { Config, ConfigFault, LogLevel } from './config.ts'
export { CONFIG_FAULTS, LOG_LEVELS, readConfig, secretOf } from './config.ts'
export type { RunningServer, ServerOptions, StartErrorCode } from './server.ts'
export { START_ERRORS, StartError, startServer } from './server.ts'
export type { Limits } from './socket/connection.ts'
export { DEFAULT_LIMITS } from './socket/connection.ts'
