import { type Color, opposite } from '@hokito/rules'
import { useEffect, useState } from 'preact/hooks'

/** The side that sits below, and a way to turn the board round; another `home` sits below again. */
export function useOrientation(home: Color): readonly [orientation: Color, flip: () => void] {
  const [orientation, setOrientation] = useState(home)
  useEffect(() => setOrientation(home), [home])
  return [orientation, () => setOrientation(opposite(orientation))]
}
