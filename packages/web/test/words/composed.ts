import { judge, REASONS } from '@hokito/engine/review'
import { begin, type GameView, PROOF_ERRORS, REFUSALS, type Terms } from '@hokito/protocol'
import {
  COLORS,
  type DealError,
  type Ending,
  HFEN_ERRORS,
  HGN_ERRORS,
  type HgnError,
  MOVE_REFUSALS,
  type Move,
  missOf,
  type Position,
  parseMove,
  parsePosition,
  parseSquare,
  type Square,
  score,
} from '@hokito/rules'
import { gameId, playerId } from '../../../server/test/helpers/ids.ts'
import { madeMove } from '../../src/board/made.ts'
import type { SetupFinding } from '../../src/board/setup-rest.ts'
import type { SetupEvent, SetupRefusal } from '../../src/board/setup-state.ts'
import type { Translate } from '../../src/i18n/i18n.ts'
import type { BackupError } from '../../src/models/site/backup.ts'
import { describeBackupError } from '../../src/words/backup.ts'
import { boardTexts, describeMiss } from '../../src/words/board-texts.ts'
import { describeDealError, describeHfenError, describeHgnError } from '../../src/words/errors.ts'
import { describeEnd, joinEndWords } from '../../src/words/game-end.ts'
import { describeMatch } from '../../src/words/match.ts'
import { describeRefusal, describeTerms } from '../../src/words/online.ts'
import { onlineEndWords } from '../../src/words/online-end.ts'
import { describeBetter, describeClue } from '../../src/words/review.ts'
import { joinSentences } from '../../src/words/sentences.ts'
import { describeFinding, describeSetupEvent } from '../../src/words/setup.ts'
import { describeThought } from '../../src/words/thoughts.ts'
import { HARD_COUNTS, type Rendered } from './samples.ts'

/** The texts that the site composes from a code or a position, by the code that does so. */
export function composedBy(t: Translate): Readonly<Record<string, readonly Rendered[]>> {
  return {
    'errors of records': hgnErrors().map((error) => ({
      what: `${error.code} ${error.reason ?? ''}`,
      text: describeHgnError(t, error),
    })),
    'errors of positions': HFEN_ERRORS.map((code) => ({
      what: code,
      text: describeHfenError(t, { code, at: 20 }),
    })),
    'errors of deals': DEAL_ERRORS.map((code) => ({
      what: code,
      text: describeDealError(t, { code, at: 0 }),
    })),
    'errors of backups': BACKUP_ERRORS.map((error) => ({
      what: error.code,
      text: describeBackupError(t, error),
    })),
    'typed moves': MOVE_REFUSALS.map((code) => ({ what: code, text: t(`error.move.${code}`) })),
    'proofs of deals': PROOF_ERRORS.map((code) => ({
      what: code,
      text: t(`online.proof.bad.${code}`),
    })),
    refusals: refusals(t),
    terms: TERMS.map((terms) => ({
      what: `${terms.timeControl.kind}, ${terms.setup.kind}`,
      text: describeTerms(t, terms),
    })),
    'ends of games': endings(t),
    matches: matches(t),
    'the board': boardSentences(t),
    thoughts: thoughts(t),
    'moments of reviews': momentsOfReviews(t),
    'setting up': setupSentences(t),
  }
}

// --- internal ---

const BACKUP_ERRORS: readonly BackupError[] = [
  { code: 'notJson' },
  { code: 'notBackup' },
  { code: 'badSettings' },
  { code: 'badGame', n: 21, reason: 'badRecord' },
  { code: 'noRoom' },
]

const DEAL_ERRORS: readonly DealError['code'][] = ['badDealId', 'leadingZero', 'dealOutOfRange']

/** Each error in all its variants; errors with a reason inside once for each reason. */
function hgnErrors(): readonly HgnError[] {
  const place = { game: 21, line: 101, column: 2 }
  const reasons: Partial<Record<HgnError['code'], readonly HgnError['reason'][]>> = {
    badDeal: DEAL_ERRORS,
    badPosition: HFEN_ERRORS,
    illegalMove: MOVE_REFUSALS,
  }
  return HGN_ERRORS.flatMap((code): HgnError[] => [
    { code, ...place },
    { code, ...place, ply: 5, found: 'c2d', expected: '57-43' },
    ...(reasons[code] ?? []).flatMap((reason) =>
      reason ? [{ code, ...place, ply: 5, reason }] : [],
    ),
  ])
}

function refusals(t: Translate): readonly Rendered[] {
  return REFUSALS.flatMap((code) =>
    HARD_COUNTS.slice(0, code === 'waitAfterLeaving' ? HARD_COUNTS.length : 1).map((minutes) => ({
      what: `${code}, ${minutes} min`,
      text: t('online.game.refused', { reason: describeRefusal(t, code, minutes * 60_000) }),
    })),
  )
}

const TERMS_OF_TWO: Terms = {
  timeControl: { kind: 'none' },
  setup: { kind: 'standard' },
  games: 2,
  endRule: 'either',
  allowsTakebacks: true,
}

const TERMS: readonly Terms[] = [
  { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 } as const,
  { kind: 'delay', initialSeconds: 60, delaySeconds: 1 } as const,
  { kind: 'correspondence', daysPerMove: 1 } as const,
  { kind: 'correspondence', daysPerMove: 5 } as const,
  { kind: 'none' } as const,
].flatMap((timeControl) =>
  (
    [
      { kind: 'standard' },
      { kind: 'mirrored' },
      { kind: 'scattered' },
      { kind: 'twosInFront' },
      { kind: 'placed' },
      { kind: 'given', deal: '77.1234567' },
    ] as const
  ).map(
    (setup) =>
      ({ timeControl, setup, games: 2, endRule: 'either', allowsTakebacks: true }) as const,
  ),
)

/**
 * The end of a game in the words for its players, for watchers, and for two players without names
 * on one screen.
 */
function endings(t: Translate): readonly Rendered[] {
  return [undefined, ...COLORS].flatMap((own) =>
    ENDINGS.flatMap((ending) => [
      {
        what: `${ending.kind}, ${ending.winner}, ${own ?? 'two'}`,
        text: describeEnd(t, { ending, last: STUCK, own, names: own && NAMES }),
      },
      ...MATCHES.map((match) => {
        const game = { ...GAME, ending, ...(match && { match }) }
        const words = onlineEndWords(t, game, {
          last: STUCK,
          own,
          isOfTournament: false,
        })
        return {
          what: `${ending.kind}, ${ending.winner}, ${own ?? 'a watcher'}, game ${match?.game}`,
          text: joinSentences(joinEndWords(words), t('game.balance', score(STUCK))),
        }
      }),
    ]),
  )
}

/** The notes on matches, and on who has called a game off. */
function matches(t: Translate): readonly Rendered[] {
  return [undefined, ...COLORS].flatMap((own) => [
    ...MATCHES.map((match) => ({
      what: `game ${match?.game}, ${own ?? 'a watcher'}`,
      text: describeMatch(t, { ...GAME, ...(match && { match }) }, own) ?? '',
    })),
    ...[undefined, ...COLORS].flatMap((leftBy) =>
      [false, true].map((isOfTournament) => {
        const ending = { kind: 'aborted', winner: 'nobody' } as const
        const game = { ...GAME, ending, ...(leftBy && { leftBy }) }
        const words = onlineEndWords(t, game, {
          last: STUCK,
          own,
          isOfTournament,
        })
        return {
          what: `called off by ${leftBy ?? 'nobody'}, ${own ?? 'a watcher'}${isOfTournament ? ', in a tournament' : ''}`,
          text: joinEndWords(words),
        }
      }),
    ),
  ])
}

function boardSentences(t: Translate): readonly Rendered[] {
  return COLORS.flatMap((own) => {
    const texts = boardTexts(t, own)
    const [c1, c4] = [squareOf('c1'), squareOf('c4')]
    return [
      ...SQUARES_SHOWN.map((square) => ({
        what: 'a square',
        text: texts.square({
          square,
          stack: BOARD.board[square],
          state: square === c1 ? 'selected' : 'enemyLanding',
          landings: square === c1 ? [c4] : undefined,
        }),
      })),
      {
        what: 'a stuck square',
        text: texts.square({ square: c1, stack: BOARD.board[c1], state: undefined, landings: [] }),
      },
      { what: 'chosen', text: texts.chose(CHOICE) },
      { what: 'chosen, two', text: texts.chose({ ...CHOICE, landings: [c1, c4] }) },
      { what: 'a hop', text: texts.chose({ ...CHOICE, trace: [c4], canSwitch: true }) },
      { what: 'pending', text: texts.pending(MOVE, 21) },
      { what: 'planned', text: boardTexts(t, own, true).pending(MOVE, 21) },
      { what: 'a hint', text: texts.hinted(MOVE) },
      ...(['empty', 'theirs', 'stuck'] as const).map((kind) => ({
        what: kind,
        text: texts.refused({ kind: 'refused', refusal: { kind }, square: c1, position: BOARD }),
      })),
      ...MADE.map(({ before, move }) => ({ what: 'a move', text: moved(t, before, move) })),
      ...missed(t),
    ]
  })
}

function moved(t: Translate, before: Position, move: Move): string {
  const made = madeMove(before, move)
  if (made === undefined) throw new Error('a move of this test lands nowhere')
  return boardTexts(t, before.turn).moved(made)
}

/** Every reason why a piece of the board cannot land on a square. */
function missed(t: Translate): readonly Rendered[] {
  return SQUARES_SHOWN.flatMap((from) =>
    SQUARES_SHOWN.flatMap((to) => {
      const miss = missOf(BOARD, { from, to })
      if (miss === undefined) return []
      return [{ what: `missed: ${miss.code}`, text: describeMiss(t, miss, { from, to }, BOARD) }]
    }),
  )
}

function thoughts(t: Translate): readonly Rendered[] {
  return HARD_COUNTS.flatMap((margin) =>
    [margin, 0 - margin].flatMap((each) =>
      [true, false].map((isProven) => ({
        what: `${each}, ${isProven ? 'proven' : 'expected'}`,
        text: describeThought(t, { ply: 21, margin: each, isProven, line: [] }, 'black', 'black'),
      })),
    ),
  )
}

/** A slip in one position, with each reason and each possible cost. */
function momentsOfReviews(t: Translate): readonly Rendered[] {
  const read = parsePosition('B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b', 'either')
  if (!read.ok) throw new Error('the test has a position')
  const position = read.value
  const sure = (margin: number) => ({ margin, certainty: 'exact' }) as const
  const worths = [
    ['points', sure(20), sure(9)],
    ['a win', sure(4), sure(-30)],
    ['a draw', sure(0), sure(-1)],
  ] as const
  return [undefined, ...REASONS].flatMap((kind) =>
    worths.map(([costs, best, played]) => {
      const judged = judge({
        ply: 12,
        mover: 'black',
        move: moveOf('a2a6'),
        occupied: 15,
        choices: 9,
        played,
        best,
        line: [moveOf('b3e2')],
        reply: [moveOf('f4f3')],
        next: undefined,
        worth: best,
        reason: kind && { kind, point: 1 },
      })
      const moment = { judged, position, own: undefined }
      const text = joinSentences(describeClue(t, moment), describeBetter(t, moment))
      return { what: `${kind ?? 'no reason'}, costs ${costs}`, text }
    }),
  )
}

function setupSentences(t: Translate): readonly Rendered[] {
  const piece = { color: 'black', value: 3 } as const
  const c1 = squareOf('c1')
  const findings: readonly SetupFinding[] = [
    { code: 'tooMany', piece, count: 7, squares: SQUARES_SHOWN },
    { code: 'oddHeight', squares: [c1] },
    { code: 'over' },
    ...HARD_COUNTS.map((count) => ({ code: 'missing', count }) as const),
  ]
  const refusals: readonly SetupRefusal[] = [
    { code: 'noneLeft', piece },
    { code: 'foreign', color: 'white' },
    { code: 'empty', square: c1 },
    ...(['full', 'nothingLeft', 'noUndo', 'noRedo', 'scatteredDeal'] as const).map((code) => ({
      code,
    })),
  ]
  const events: readonly SetupEvent[] = [
    { kind: 'took', piece },
    { kind: 'put', piece, square: c1 },
    ...(['lifted', 'returned', 'stacked'] as const).map((kind) => ({ kind, square: c1 })),
    ...(['moved', 'swapped'] as const).map((kind) => ({ kind, ...MOVE })),
    ...(['letGo', 'cleared', 'mirrored', 'rotated', 'loaded', 'undone', 'redone'] as const).map(
      (kind) => ({ kind }),
    ),
    ...(['turn', 'side'] as const).map((kind) => ({ kind, color: 'white' }) as const),
    ...HARD_COUNTS.map((count) => ({ kind: 'shuffled', count }) as const),
    ...refusals.map((refusal) => ({ kind: 'refused', refusal }) as const),
  ]
  return [
    ...findings.map((finding) => ({ what: finding.code, text: describeFinding(t, finding) })),
    ...events.map((event) => ({
      what: event.kind,
      text: describeSetupEvent(t, event, BOARD),
    })),
  ]
}

function positionOf(hfen: string): Position {
  const position = parsePosition(hfen, 'either')
  if (!position.ok) throw new Error(`a position of this test is wrong: ${position.error.code}`)
  return position.value
}

function squareOf(name: string): Square {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`a square of this test is wrong: ${name}`)
  return square.value
}

function moveOf(text: string): Move {
  const move = parseMove(text)
  if (!move.ok) throw new Error(`a move of this test is wrong: ${text}`)
  return move.value
}

/** Singles and stacks of both sides, some in line, some diagonal. */
const BOARD = positionOf('------/---c--/--A-B2-/--b---/a-c4---/--Ba-C b')
const SQUARES_SHOWN = ['a2', 'c1', 'c2', 'c3', 'c4', 'd1', 'd5', 'e4', 'f1', 'b6'].map(squareOf)
const STUCK = positionOf('------/------/------/------/------/a----- b')
const MOVE = moveOf('c2d4')
const NAMES = { black: 'Wu', white: 'Maximiliane-Theodora' }
const ENDINGS: readonly Ending[] = [
  ...(['stuck', 'agreed', 'timeout'] as const).map((kind) => ({ kind, winner: 'draw' }) as const),
  ...COLORS.flatMap((winner) =>
    (['stuck', 'resigned', 'timeout', 'abandoned'] as const).map((kind) => ({ kind, winner })),
  ),
]
const GAME = begin({
  kind: 'created',
  at: 0,
  game: gameId('game'),
  terms: TERMS_OF_TWO,
  seats: {
    black: { id: playerId('black'), name: NAMES.black },
    white: { id: playerId('white'), name: NAMES.white },
  },
})
const MATCHES: readonly GameView['match'][] = [
  undefined,
  { game: 1 },
  ...HARD_COUNTS.map((white) => ({
    game: 2 as const,
    first: { game: GAME.id, points: { black: 1, white } },
  })),
]
const CHOICE = {
  from: squareOf('c1'),
  trace: [],
  hops: 2,
  landings: [squareOf('c4')],
  steps: [],
  canSwitch: false,
}
/** A move of one hop and one of several. */
const MADE = [
  { before: positionOf('------/------/------/--A---/--a---/------ b'), move: moveOf('c2c3') },
  { before: positionOf('------/------/--A---/--A---/--b---/------ b'), move: moveOf('c2c4') },
]
