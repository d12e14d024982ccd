/**
 * The name under which games stay whose player has deleted the account; English, as all that records say. In a file of
 * its own, as pages that show records know it and need no schemas.
 */
export const DELETED_NAME = 'Deleted player'
