/**
 * The name shown in games after their player has deleted the account. It is English, like
 * everything in records. It has a file of its own, because pages that show records need it without
 * the schemas.
 */
export const DELETED_NAME = 'Deleted player'
