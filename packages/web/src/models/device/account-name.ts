/** The key of the signed-in player's name, so that each page shows it from the start. */
export const ACCOUNT_NAME_KEY = 'hokito:account'
