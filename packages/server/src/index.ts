/**
 * Serves the Hokito site.
 * @packageDocumentation
 */
export type { RunningServer, ServerOptions, StartErrorCode } from './server.ts'
export { START_ERRORS, StartError, startServer } from './server.ts'
