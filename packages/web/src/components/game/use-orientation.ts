import { type Color, opposite } from '@hokito/rules'
import { useEffect, useState } from 'preact/hooks'

/**
 * The side at the bottom, and a function that turns the board round. A change of `home` puts that
 * side at the bottom again.
 */
export function useOrientation(home: Color): readonly [orientation: Color, flip: () => void] {
  const [orientation, setOrientation] = useState(home)
  useEffect(() => setOrientation(home), [home])
  return [orientation, () => setOrientation(opposite(orientation))]
}
