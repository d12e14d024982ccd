// @ts-check
/** `npm run train`: builds what has changed, and trains the evaluation (`packages/engine/train/`). */
import { setUp } from './setup.mjs'

await setUp()
await import('../packages/engine/train/run.mjs')
