import { type Lesson, moveStep, positionAt, squareAtName } from './lesson.ts'

const DEAL = positionAt('BCACAB/CABBCA/ACBABC/cbabca/acbbac/bacacb b')

/** The lessons of the tutorial, one idea each; the rules check every answer and every claim. */
export const LESSONS: readonly Lesson[] = [
  {
    id: 'board',
    steps: [
      {
        kind: 'pick',
        key: 'board.own',
        position: DEAL,
        color: 'black',
        value: 3,
        claims: {
          ones: { kind: 'pieces', color: 'black', value: 1, is: 6 },
          twos: { kind: 'pieces', color: 'black', value: 2, is: 6 },
          threes: { kind: 'pieces', color: 'black', value: 3, is: 6 },
          worth: { kind: 'worth', on: ['a3'], is: 3 },
        },
      },
      {
        kind: 'pick',
        key: 'board.other',
        position: DEAL,
        color: 'white',
        value: 1,
        claims: {
          ones: { kind: 'pieces', color: 'white', value: 1, is: 6 },
          twos: { kind: 'pieces', color: 'white', value: 2, is: 6 },
          threes: { kind: 'pieces', color: 'white', value: 3, is: 6 },
          begins: { kind: 'turn', is: 'black' },
        },
      },
    ],
  },
  {
    id: 'oneHop',
    steps: [
      moveStep('oneHop.up', '------/---BC-/--Aa--/---c--/------/------ b', {
        goal: { land: 'd5' },
        lit: 'both',
        solutions: ['d4d5'],
        wrong: { d4e5: 'wrongCount', d4c4: 'elsewhere', d4d3: 'elsewhere', d4b4: 'emptyLanding' },
        claims: {
          own: { kind: 'stands', on: 'd4', is: 'a' },
          above: { kind: 'next', from: 'd4', towards: 'north', is: 'd5' },
          white: { kind: 'stands', on: 'd5', is: 'B' },
        },
        claimsAfter: {
          both: { kind: 'stands', on: 'd5', is: 'a2' },
          height: { kind: 'height', on: 'd5', is: 2 },
        },
      }),
      moveStep('oneHop.choose', '------/------/-BA---/-Ca---/--B---/------ b', {
        goal: { land: 'b3' },
        lit: 'end',
        solutions: ['c3b3'],
        wrong: { c3b4: 'wrongCount', c3c2: 'elsewhere', c3c4: 'elsewhere' },
        claims: { white: { kind: 'stands', on: 'b3', is: 'C' } },
      }),
    ],
  },
  {
    id: 'moreHops',
    steps: [
      moveStep('moreHops.straight', '------/------/------/--C---/--A---/--b--- b', {
        goal: { land: 'c3' },
        lit: 'both',
        solutions: ['c1c3'],
        wrong: { c1c2: 'wrongCount' },
        claims: {
          own: { kind: 'stands', on: 'c1', is: 'b' },
          over: { kind: 'touched', move: 'c1c3', is: 'c2' },
          under: { kind: 'stands', on: 'c2', is: 'A' },
        },
        claimsAfter: { under: { kind: 'stands', on: 'c2', is: 'A' } },
      }),
      moveStep('moreHops.turn', '------/------/------/------/-BAC--/--b--- b', {
        goal: { land: 'd2' },
        lit: 'end',
        solutions: ['c1d2'],
        wrong: { c1c2: 'wrongCount', c1b2: 'elsewhere' },
        claims: { way: { kind: 'way', move: 'c1d2', is: ['north', 'east'] } },
      }),
      moveStep('moreHops.three', '------/------/--B---/-AA---/-c----/------ b', {
        goal: { land: 'c4' },
        lit: 'end',
        solutions: ['b2c4'],
        wrong: { b2c3: 'wrongCount', b2b3: 'backward' },
        claims: {
          own: { kind: 'stands', on: 'b2', is: 'c' },
          white: { kind: 'stands', on: 'c4', is: 'B' },
          way: { kind: 'way', move: 'b2c4', is: ['north', 'east', 'north'] },
        },
      }),
    ],
  },
  {
    id: 'neverBack',
    steps: [
      moveStep('neverBack.forth', '------/------/--AC--/--b---/--A---/------ b', {
        goal: { land: 'd4' },
        solutions: ['c3d4'],
        wrong: { c3c2: 'backward', c3c4: 'backward' },
        backward: 'c3c2',
        claims: {
          own: { kind: 'stands', on: 'c3', is: 'b' },
          crossed: { kind: 'cannot', move: 'c3c2', is: 'backward' },
          only: { kind: 'landings', from: 'c3', is: ['d4'] },
          way: { kind: 'way', move: 'c3d4', is: ['north', 'east'] },
        },
      }),
      moveStep('neverBack.round', '------/------/--B---/--A2A--/--cC--/------ b', {
        goal: { land: 'd2' },
        lit: 'end',
        solutions: ['c2d2'],
        // The path round to the right has no landing at the first hop: a learner who presses hop by
        // hop would have moved there.
        wrong: { c2c4: 'wrongCount', c2d3: 'wrongCount', c2c3: 'wrongKind' },
        claims: {
          own: { kind: 'stands', on: 'c2', is: 'c' },
          beside: { kind: 'next', from: 'c2', towards: 'east', is: 'd2' },
          white: { kind: 'stands', on: 'd2', is: 'C' },
          way: { kind: 'way', move: 'c2d2', is: ['north', 'east', 'south'] },
        },
      }),
    ],
  },
  {
    id: 'empties',
    steps: [
      moveStep('empties.far', '------/------/B-----/------/------/a----C b', {
        goal: { land: 'f1' },
        lit: 'end',
        solutions: ['a1f1'],
        wrong: { a1d1: 'emptyLanding', a1a4: 'elsewhere' },
        claims: {
          own: { kind: 'stands', on: 'a1', is: 'a' },
          far: { kind: 'next', from: 'a1', towards: 'east', is: 'f1' },
          white: { kind: 'stands', on: 'f1', is: 'C' },
        },
      }),
      moveStep('empties.around', 'A2----B/------/------/------/------/c----C b', {
        goal: { land: 'f1' },
        lit: 'end',
        solutions: ['a1f1'],
        wrong: { a1f6: 'wrongCount', a1a6: 'wrongKind' },
        claims: {
          own: { kind: 'stands', on: 'a1', is: 'c' },
          white: { kind: 'stands', on: 'f1', is: 'C' },
          left: { kind: 'pieces', is: 5 },
          way: { kind: 'way', move: 'a1f1', is: ['north', 'east', 'south'] },
        },
      }),
    ],
  },
  {
    id: 'singles',
    steps: [
      moveStep('singles.first', '------/------/--B2A--/--aB--/------/------ b', {
        goal: { land: 'd3' },
        solutions: ['c3d3'],
        wrong: { c3c4: 'wrongKind', c3d4: 'wrongCount' },
        claims: {
          only: { kind: 'landings', from: 'c3', is: ['d3'] },
          stack: { kind: 'cannot', move: 'c3c4', is: 'wrongKind' },
        },
        claimsAfter: { height: { kind: 'height', on: 'd3', is: 2 } },
      }),
    ],
  },
  {
    id: 'stacks',
    steps: [
      moveStep('stacks.kind', '------/------/-C2----/-AB---/-b2----/------ b', {
        goal: { land: 'b4' },
        solutions: ['b2b4'],
        wrong: { b2c3: 'wrongKind', b2b3: 'wrongKind' },
        claims: {
          own: { kind: 'height', on: 'b2', is: 2 },
          other: { kind: 'height', on: 'b4', is: 2 },
          only: { kind: 'landings', from: 'b2', is: ['b4'] },
          over: { kind: 'touched', move: 'b2b4', is: 'b3' },
          single: { kind: 'height', on: 'b3', is: 1 },
        },
        claimsAfter: { height: { kind: 'height', on: 'b4', is: 4 } },
      }),
      moveStep('stacks.tower', '----AA/------/------/-a6-C2--/------/------ b', {
        goal: { land: 'd3' },
        solutions: ['b3d3'],
        wrong: { b3e6: 'wrongKind' },
        claims: {
          marks: { kind: 'marks', on: 'b3', is: 1 },
          height: { kind: 'height', on: 'b3', is: 6 },
          way: { kind: 'way', move: 'b3d3', is: ['east'] },
        },
      }),
    ],
  },
  {
    id: 'top',
    steps: [
      moveStep('top.cover', '----AA/------/--C4---/--Aa2--/--b2---/------ b', {
        goal: { land: 'c4' },
        lit: 'end',
        solutions: ['c2c4'],
        wrong: { c2d3: 'elsewhere', c2c3: 'wrongKind' },
        claims: {
          white: { kind: 'stands', on: 'c4', is: 'C4' },
        },
        claimsAfter: {
          top: { kind: 'stands', on: 'c4', is: 'b6' },
          height: { kind: 'height', on: 'c4', is: 6 },
        },
      }),
      moveStep('top.own', '----AA/------/--a4---/-BB---/-c2----/------ b', {
        goal: { land: 'c4' },
        lit: 'end',
        solutions: ['b2c4'],
        wrong: { b2c3: 'wrongKind' },
        claims: {
          own: { kind: 'stands', on: 'b2', is: 'c2' },
          target: { kind: 'stands', on: 'c4', is: 'a4' },
        },
        claimsAfter: {
          marks: { kind: 'marks', on: 'c4', is: 3 },
          height: { kind: 'height', on: 'c4', is: 6 },
        },
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
        claims: {
          marks: { kind: 'marks', on: 'c4', is: 3 },
          height: { kind: 'height', on: 'c4', is: 4 },
          points: { kind: 'worth', on: ['c4'], is: 12 },
        },
      },
      {
        kind: 'count',
        key: 'points.all',
        position: positionAt('------/--c4-B4-/------/----a2-/-C----/---b-- b'),
        squares: ['c5', 'e3', 'd1'].map(squareAtName),
        options: [6, 11, 16],
        claims: {
          black: { kind: 'score', color: 'black', is: 16 },
          white: { kind: 'score', color: 'white', is: 11 },
        },
      },
    ],
  },
  {
    id: 'end',
    steps: [
      moveStep('end.stuck', '------/--a2-A2-/--B2---/------/-bb4-A-/------ b', {
        goal: 'stuck',
        solutions: ['c5e5', 'c5c4'],
        wrong: { c2e5: 'notStuck', b2e2: 'notStuck', c2c5: 'ownStuck' },
        claims: {
          leader: { kind: 'leader', is: 'black' },
          stuck: { kind: 'stuck', color: 'white', is: false },
        },
        claimsAfter: {
          stuck: { kind: 'stuck', color: 'white', is: true },
          over: { kind: 'over', is: true },
          winner: { kind: 'leader', is: 'black' },
        },
      }),
      {
        kind: 'isOver',
        key: 'end.over',
        position: positionAt('------/------/--B2-A2-/------/--c---/------ w'),
        claims: {
          turn: { kind: 'turn', is: 'white' },
          white: { kind: 'stuck', color: 'white', is: false },
          black: { kind: 'stuck', color: 'black', is: true },
          over: { kind: 'over', is: true },
        },
      },
      {
        kind: 'isOver',
        key: 'end.goesOn',
        position: positionAt('------/------/--B2-A2-/------/--a--b/------ b'),
        claims: {
          turn: { kind: 'turn', is: 'black' },
          left: { kind: 'moves', color: 'black', is: 1 },
          white: { kind: 'stuck', color: 'white', is: false },
          over: { kind: 'over', is: false },
        },
      },
    ],
  },
  {
    id: 'tactics',
    steps: [
      moveStep('tactics.dear', '------/------/-B2----/-B2--c-/-B4c-b2-/------ b', {
        goal: 'most',
        solutions: ['e2b3'],
        wrong: { e2b2: 'takenBack', c2e3: 'takenBack', e3c2: 'takenBack' },
        claims: { dearest: { kind: 'dearest', color: 'white', is: 'b2' } },
        claimsAfter: { covered: { kind: 'stands', on: 'b3', is: 'b4' } },
      }),
      moveStep('tactics.safe', '------/b4--b2--/B2-B2-B4-/------/------/----a4- b', {
        goal: 'safe',
        solutions: ['a5c4'],
        wrong: { e1e4: 'unsafe', d5a4: 'unsafe' },
        claims: {},
      }),
      moveStep('tactics.goOn', '------/-C----/-c2----/---B4--/-a4-B4--/-C2---- b', {
        goal: 'goOn',
        solutions: ['b4d3'],
        wrong: { b2b1: 'ends', b2d2: 'ends', b2b4: 'ends' },
        claims: { leader: { kind: 'leader', is: 'white' } },
        claimsAfter: {
          over: { kind: 'over', is: false },
          leader: { kind: 'leader', is: 'black' },
        },
      }),
    ],
  },
  { id: 'game', steps: [] },
]

/** The start of the last lesson's game: fewer than half of the pieces, over in minutes. */
export const FIRST_GAME = positionAt('------/-BACB-/-CABA-/-abac-/-bcab-/------ b')
