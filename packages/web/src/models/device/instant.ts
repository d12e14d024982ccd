import * as v from 'valibot'

/**
 * An instant in milliseconds since 1970, as it is stored on a device or in a backup. Numbers that
 * are no date are refused, because a page cannot show them.
 */
export const INSTANT = v.pipe(v.number(), v.minValue(0), v.maxValue(Date.UTC(9999, 0)))
