/** Where the name of whoever is signed in is kept, so that each page says it from the start. */
export const ACCOUNT_NAME_KEY = 'hokito:account'
