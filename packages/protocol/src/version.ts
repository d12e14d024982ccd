/** Raised when a message changes its meaning; a page older than the server is asked to reload. */
export const PROTOCOL_VERSION = 2
