import { ROUTES } from '../../routes.ts'

/** Address of an analysis that begins with a board to set up on. */
export const SET_UP_ROUTE = `${ROUTES.analysis}?setup=yes`
