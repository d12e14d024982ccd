import type { Color, GameRecord } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { isOfDay } from '../../models/daily/own-day.ts'
import { isAgainstComputer, ownSideIn } from '../../models/local/own-side.ts'
import { createOwnSides } from '../../models/online/own-sides.ts'
import { useServices } from '../../services.ts'

/**
 * The colour that this device's player had in a recorded game against the computer or online. It
 * keeps its first value, and is undefined without a record.
 */
export function useOwnSide(read: () => GameRecord | undefined): Color | undefined {
  const { store, deviceStorage } = useServices()
  return useState(() => {
    const record = read()
    if (record === undefined) return undefined
    if (!isAgainstComputer(record)) return createOwnSides(deviceStorage).in(record)
    const own = ownSideIn(store, record)
    if (own !== undefined) return own
    return isOfDay(deviceStorage, record) ? 'black' : undefined
  })[0]
}
