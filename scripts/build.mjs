// @ts-check
/** `npm run build`: packages and site, if anything has changed. */
import { setUp } from './setup.mjs'

await setUp()
