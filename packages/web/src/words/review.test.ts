import type { JudgedMove } from '@hokito/engine/review'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { describeReason } from './review.ts'

test.each([
  [30, 5, false, 'still ahead'],
  [-4, -40, true, 'behind already'],
  [12, -12, false, 'gave the lead away'],
  [0, -3, false, 'fell behind'],
  [1, 0, true, 'gave the win away'],
  [0, -1, true, 'gave the draw away'],
] as const)(
  'a slip from %i to %i points, proved: %s, says beside its figure what that did',
  async (best, played, isProved, reason) => {
    const t = await loadLanguage('en', new Set(['review']))
    const certainty = isProved ? 'exact' : 'expected'
    const judged = {
      best: { margin: best, certainty },
      played: { margin: played, certainty },
      isProved,
    } as JudgedMove
    expect(describeReason(t, judged)).toBe(reason)
  },
)
