import { formatPoints } from '../i18n/points.ts'

/** A figure with its sign, and a true minus: `+20`, `−18`, `0`. */
export function formatSigned(figure: number): string {
  if (figure === 0) return '0'
  return figure > 0 ? `+${formatPoints(figure)}` : `−${formatPoints(-figure)}`
}
