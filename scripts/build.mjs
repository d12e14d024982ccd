// @ts-check
/** `npm run build`: packages and site, if anything has changed. */
import { build, checkNode, install } from './setup.mjs'

checkNode()
install()
build()
