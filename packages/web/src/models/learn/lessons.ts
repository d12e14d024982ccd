import { type Lesson, moveStep, positionAt, squareAtName } from './lesson.ts'

const DEAL = positionAt('BCACAB/CABBCA/ACBABC/cbabca/acbbac/bacacb b')
/** Black is stuck, White is not, and it is White's turn. */
const STUCK = '------/------/--B2-A2-/------/--c---/------ w'
const COUNTED = positionAt('------/--c3-B3-/------/----a2-/-C----/---b-- b')

/** What the tutorial teaches, one idea a lesson; the rules judge every answer. */
export const LESSONS: readonly Lesson[] = [
  {
    id: 'board',
    steps: [
      { kind: 'pick', key: 'board.own', position: DEAL, color: 'black', value: 3 },
      { kind: 'pick', key: 'board.other', position: DEAL, color: 'white', value: 1 },
    ],
  },
  {
    id: 'oneHop',
    steps: [
      moveStep('oneHop.up', '------/---BC-/--Aa--/---c--/------/------ b', {
        goal: { land: 'd5' },
        isLit: true,
        solution: 'd4d5',
        wrong: ['d4e5', 'd4c4', 'd4d3', 'd4b4'],
      }),
      moveStep('oneHop.choose', '------/------/-BA---/-Ca---/--b---/------ b', {
        goal: { land: 'b3' },
        isLit: true,
        solution: 'c3b3',
        wrong: ['c3b4', 'c3c2', 'c3c4'],
      }),
    ],
  },
  {
    id: 'moreHops',
    steps: [
      moveStep('moreHops.straight', '------/------/------/--C---/--A---/--b--- b', {
        goal: { land: 'c3' },
        isLit: true,
        solution: 'c1c3',
        wrong: ['c1c2'],
      }),
      moveStep('moreHops.turn', '------/------/------/------/-BAC--/--b--- b', {
        goal: { land: 'd2' },
        isLit: true,
        solution: 'c1d2',
        wrong: ['c1c2', 'c1b2'],
      }),
      moveStep('moreHops.three', '------/------/--B---/-AA---/-c----/------ b', {
        goal: { land: 'c4' },
        isLit: true,
        solution: 'b2c4',
        wrong: ['b2c3', 'b2b3'],
      }),
    ],
  },
  {
    id: 'neverBack',
    steps: [
      moveStep('neverBack.forth', '------/------/--AC--/--b---/--A---/------ b', {
        goal: { land: 'd4' },
        solution: 'c3d4',
        wrong: ['c3c2', 'c3c4'],
        backward: 'c3c2',
      }),
      moveStep('neverBack.round', '------/------/--B---/--AA--/--cC--/------ b', {
        goal: { land: 'd2' },
        isLit: true,
        solution: 'c2d2',
        wrong: ['c2c4', 'c2d3', 'c2c3'],
      }),
    ],
  },
  {
    id: 'empties',
    steps: [
      moveStep('empties.far', '------/------/B-----/------/------/a----C b', {
        goal: { land: 'f1' },
        isLit: true,
        solution: 'a1f1',
        wrong: ['a1d1', 'a1a4'],
      }),
      moveStep('empties.around', 'A----B/------/------/------/------/c----C b', {
        goal: { land: 'f1' },
        isLit: true,
        solution: 'a1f1',
        wrong: ['a1f6', 'a1a6'],
      }),
    ],
  },
  {
    id: 'singles',
    steps: [
      moveStep('singles.first', '------/------/--B2A--/--aB--/------/------ b', {
        goal: { land: 'd3' },
        solution: 'c3d3',
        wrong: ['c3c4', 'c3d4'],
      }),
    ],
  },
  {
    id: 'stacks',
    steps: [
      moveStep('stacks.kind', '------/------/-C2----/-AB---/-b2----/------ b', {
        goal: { land: 'b4' },
        solution: 'b2b4',
        wrong: ['b2c3', 'b2b3'],
      }),
      moveStep('stacks.tower', '----AA/------/------/-a5-C2--/------/------ b', {
        goal: { land: 'd3' },
        solution: 'b3d3',
        wrong: ['b3e6'],
      }),
    ],
  },
  {
    id: 'top',
    steps: [
      moveStep('top.cover', '----AA/------/--C4---/--Aa2--/--b2---/------ b', {
        goal: { land: 'c4' },
        isLit: true,
        solution: 'c2c4',
        wrong: ['c2d3', 'c2c3'],
      }),
      moveStep('top.own', '----AA/------/--a4---/-BB---/-c2----/------ b', {
        goal: { land: 'c4' },
        isLit: true,
        solution: 'b2c4',
        wrong: ['b2c3'],
      }),
    ],
  },
  {
    id: 'points',
    steps: [
      {
        kind: 'count',
        key: 'points.one',
        position: positionAt('------/------/--c4---/------/----AA/---aa- b'),
        squares: [squareAtName('c4')],
        options: [4, 7, 12],
      },
      {
        kind: 'count',
        key: 'points.all',
        position: COUNTED,
        squares: ['c5', 'e3', 'd1'].map(squareAtName),
        options: [6, 9, 13],
      },
    ],
  },
  {
    id: 'end',
    steps: [
      moveStep('end.last', '------/---Ab-/--a2-a4-/----b2-/----B3-/------ b', {
        goal: 'win',
        solution: 'e4c4',
        wrong: ['e3c4', 'c4e4', 'e4e3'],
      }),
      { kind: 'isOver', key: 'end.either', position: positionAt(STUCK) },
      { kind: 'isOver', key: 'end.onTurn', position: positionAt(STUCK, 'onTurn') },
    ],
  },
  {
    id: 'tactics',
    steps: [
      moveStep('tactics.dear', '------/---C4--/-A4-a2--/---B3--/-c3----/---C2-- b', {
        goal: 'most',
        solution: 'b2d5',
        wrong: ['b2d3', 'd4d3', 'd4b4', 'd4d5'],
      }),
      moveStep('tactics.safe', '------/b4--b3--/B2---B3-/------/B2-----/----a4- b', {
        goal: 'safe',
        solution: 'd5a4',
        wrong: ['a5e4', 'e1e4', 'a5a2'],
      }),
      moveStep('tactics.goOn', '------/-C----/-c2----/---B4--/-a3-B3--/-C2---- b', {
        goal: 'goOn',
        solution: 'b4d3',
        wrong: ['b2b1', 'b2d2', 'b2b4'],
      }),
    ],
  },
  { id: 'game', steps: [] },
]

/** Where the game of the last lesson begins: a quarter of the pieces' usual crowd, over in minutes. */
export const FIRST_GAME = '------/-BACB-/-CABA-/-abac-/-bcab-/------ b'
