/**
 * The mutable board of the search.
 *
 * `cells[s]` packs a square as in `pack.ts`. `links[d * ROW + s]` is the nearest occupied square from the
 * occupied square s in direction d (north, east, south, west), NONE where there is none; only the links
 * of occupied squares hold, those of empty ones are left as they were when their square was emptied,
 * which is what makes `undo` a handful of writes. Sets are two words each (`geometry.ts`). `margin` is
 * Black's points less White's. A move's undo record is `UNDO_WORDS` numbers on a stack of this board's own.
 *
 * Nothing is checked: callers play generated moves only, and undo what they played.
 */
import { SQUARE_COUNT } from '@hokito/rules'
import type { PackedPosition } from '../pack.ts'
import { BIT_HI, BIT_LO, HALF, linkAll, popcount, ROW } from './geometry.ts'
import { EITHER_HI, EITHER_LO, KEY_HI, KEY_LO, TURN_HI, TURN_LO } from './zobrist.ts'

/** More moves than any position has: 147 is the most seen in 100,000 games, 18 × 18 the most thinkable. */
export const MAX_MOVES = 324
/** More plies than any game has. */
export const MAX_PLY = 36

const UNDO_WORDS = 11
const NORTH = 0
const EAST = ROW
const SOUTH = 2 * ROW
const WEST = 3 * ROW

export class Board {
  readonly cells = new Uint16Array(ROW)
  readonly links = new Uint8Array(4 * ROW)
  occupiedLo = 0
  occupiedHi = 0
  singlesLo = 0
  singlesHi = 0
  whiteLo = 0
  whiteHi = 0
  keyLo = 0
  keyHi = 0
  /** Black's points less White's. */
  margin = 0
  /** 0 when Black is to move, 1 when White is. */
  turn = 0
  /** Occupied squares; the game has at most this many plies left, less one. */
  occupied = 0
  isEither = true
  /** What {@link reach} found. */
  reachLo = 0
  reachHi = 0
  readonly #undo = new Int32Array(UNDO_WORDS * (MAX_PLY + 1))
  #depth = 0

  /** Sets up a position and forgets everything played. */
  load({ cells, isWhiteTurn, isEither }: PackedPosition): void {
    this.occupiedLo = this.occupiedHi = this.singlesLo = this.singlesHi = 0
    this.whiteLo = this.whiteHi = this.keyLo = this.keyHi = 0
    this.margin = this.occupied = this.#depth = 0
    this.cells.fill(0)
    for (let s = 0; s < SQUARE_COUNT; s++) {
      const cell = cells[s] ?? 0
      if (cell === 0) continue
      const height = cell >> 3
      this.cells[s] = cell
      this.occupied++
      this.occupiedLo |= BIT_LO[s]!
      this.occupiedHi |= BIT_HI[s]!
      if (height === 1) {
        this.singlesLo |= BIT_LO[s]!
        this.singlesHi |= BIT_HI[s]!
      }
      if ((cell & 4) !== 0) {
        this.whiteLo |= BIT_LO[s]!
        this.whiteHi |= BIT_HI[s]!
      }
      const points = (cell & 3) * height
      this.margin += (cell & 4) === 0 ? points : -points
      this.keyLo ^= KEY_LO[(s << 9) | cell]!
      this.keyHi ^= KEY_HI[(s << 9) | cell]!
    }
    linkAll(this.links, (s) => this.cells[s] !== 0)
    this.isEither = isEither
    if (isEither) {
      this.keyLo ^= EITHER_LO
      this.keyHi ^= EITHER_HI
    }
    this.turn = isWhiteTurn ? 1 : 0
    if (isWhiteTurn) {
      this.keyLo ^= TURN_LO
      this.keyHi ^= TURN_HI
    }
  }

  /** Points of the side to move less the other's. */
  get marginToMove(): number {
    return this.turn === 0 ? this.margin : -this.margin
  }

  /** Finds where the stack on an occupied square can land: `reachLo`, `reachHi`. */
  reach(s: number): void {
    const links = this.links
    const cell = this.cells[s]!
    const value = cell & 3
    let lo = 0
    let hi = 0
    if (value === 1) {
      const n = links[s]!
      const e = links[EAST + s]!
      const o = links[SOUTH + s]!
      const w = links[WEST + s]!
      lo = BIT_LO[n]! | BIT_LO[e]! | BIT_LO[o]! | BIT_LO[w]!
      hi = BIT_HI[n]! | BIT_HI[e]! | BIT_HI[o]! | BIT_HI[w]!
    } else if (value === 2) {
      for (let d = 0; d < 4; d++) {
        const a = links[d * ROW + s]!
        if (a === 36) continue
        const on = links[d * ROW + a]!
        const right = links[((d + 1) & 3) * ROW + a]!
        const left = links[((d + 3) & 3) * ROW + a]!
        lo |= BIT_LO[on]! | BIT_LO[right]! | BIT_LO[left]!
        hi |= BIT_HI[on]! | BIT_HI[right]! | BIT_HI[left]!
      }
    } else {
      for (let d = 0; d < 4; d++) {
        const a = links[d * ROW + s]!
        if (a === 36) continue
        for (let turn = 3; turn < 6; turn++) {
          const e = (d + turn) & 3
          const b = links[e * ROW + a]!
          if (b === 36) continue
          const on = links[e * ROW + b]!
          const right = links[((e + 1) & 3) * ROW + b]!
          const left = links[((e + 3) & 3) * ROW + b]!
          lo |= BIT_LO[on]! | BIT_LO[right]! | BIT_LO[left]!
          hi |= BIT_HI[on]! | BIT_HI[right]! | BIT_HI[left]!
        }
      }
    }
    if (cell >> 3 === 1) {
      this.reachLo = lo & this.singlesLo
      this.reachHi = hi & this.singlesHi
    } else {
      this.reachLo = lo & ~this.singlesLo
      this.reachHi = hi & ~this.singlesHi
    }
  }

  /** Squares of one side (0 black, 1 white), low word. */
  ownedLo(color: number): number {
    return color === 0 ? this.occupiedLo & ~this.whiteLo : this.whiteLo
  }

  /** Squares of one side, high word. */
  ownedHi(color: number): number {
    return color === 0 ? this.occupiedHi & ~this.whiteHi : this.whiteHi
  }

  /** Writes the moves of the side to move, whatever the end rule says, and returns how many. */
  generate(moves: Uint16Array, start: number): number {
    let end = this.#generateFrom(this.ownedLo(this.turn), 0, moves, start)
    end = this.#generateFrom(this.ownedHi(this.turn), HALF, moves, end)
    return end - start
  }

  /** How many moves one side would have if it were its turn. */
  countMoves(color: number): number {
    let count = 0
    for (let word = this.ownedLo(color); word !== 0; word &= word - 1) {
      this.reach(31 - Math.clz32(word & -word))
      count += popcount(this.reachLo) + popcount(this.reachHi)
    }
    for (let word = this.ownedHi(color); word !== 0; word &= word - 1) {
      this.reach(HALF + 31 - Math.clz32(word & -word))
      count += popcount(this.reachLo) + popcount(this.reachHi)
    }
    return count
  }

  /** Has a side no move? */
  isStuck(color: number): boolean {
    for (let word = this.ownedLo(color); word !== 0; word &= word - 1) {
      this.reach(31 - Math.clz32(word & -word))
      if ((this.reachLo | this.reachHi) !== 0) return false
    }
    for (let word = this.ownedHi(color); word !== 0; word &= word - 1) {
      this.reach(HALF + 31 - Math.clz32(word & -word))
      if ((this.reachLo | this.reachHi) !== 0) return false
    }
    return true
  }

  /** Is the game over under its end rule? */
  isOver(): boolean {
    return this.isStuck(this.turn) || (this.isEither && this.isStuck(this.turn ^ 1))
  }

  play(move: number): void {
    const from = move >> 6
    const to = move & 63
    const moving = this.cells[from]!
    const below = this.cells[to]!
    const undo = this.#undo
    let at = this.#depth * UNDO_WORDS
    undo[at++] = move
    undo[at++] = below
    undo[at++] = this.occupiedLo
    undo[at++] = this.occupiedHi
    undo[at++] = this.singlesLo
    undo[at++] = this.singlesHi
    undo[at++] = this.whiteLo
    undo[at++] = this.whiteHi
    undo[at++] = this.keyLo
    undo[at++] = this.keyHi
    undo[at] = this.margin
    this.#depth++

    const made = moving + (below & ~7)
    this.cells[from] = 0
    this.cells[to] = made
    const f = (from << 9) | moving
    const t = to << 9
    this.keyLo ^= KEY_LO[f]! ^ KEY_LO[t | below]! ^ KEY_LO[t | made]! ^ TURN_LO
    this.keyHi ^= KEY_HI[f]! ^ KEY_HI[t | below]! ^ KEY_HI[t | made]! ^ TURN_HI

    // What was below changes hands, and every piece of it now counts the mover's top.
    const belowHeight = below >> 3
    const belowPoints = (below & 3) * belowHeight
    const gained = (moving & 3) * belowHeight
    this.margin -= (below & 4) === 0 ? belowPoints : -belowPoints
    this.margin += (moving & 4) === 0 ? gained : -gained

    const fLo = BIT_LO[from]!
    const fHi = BIT_HI[from]!
    const tLo = BIT_LO[to]!
    const tHi = BIT_HI[to]!
    this.occupiedLo &= ~fLo
    this.occupiedHi &= ~fHi
    this.singlesLo &= ~(fLo | tLo)
    this.singlesHi &= ~(fHi | tHi)
    if ((moving & 4) === 0) {
      this.whiteLo &= ~tLo
      this.whiteHi &= ~tHi
    } else {
      this.whiteLo = (this.whiteLo & ~fLo) | tLo
      this.whiteHi = (this.whiteHi & ~fHi) | tHi
    }

    const links = this.links
    const n = links[NORTH + from]!
    const e = links[EAST + from]!
    const s = links[SOUTH + from]!
    const w = links[WEST + from]!
    links[SOUTH + n] = s
    links[NORTH + s] = n
    links[WEST + e] = w
    links[EAST + w] = e
    this.occupied--
    this.turn ^= 1
  }

  /** Takes the last move back. */
  undo(): void {
    this.#depth--
    const undo = this.#undo
    let at = this.#depth * UNDO_WORDS
    const move = undo[at++]!
    const below = undo[at++]!
    this.occupiedLo = undo[at++]!
    this.occupiedHi = undo[at++]!
    this.singlesLo = undo[at++]!
    this.singlesHi = undo[at++]!
    this.whiteLo = undo[at++]!
    this.whiteHi = undo[at++]!
    this.keyLo = undo[at++]!
    this.keyHi = undo[at++]!
    this.margin = undo[at]!
    const from = move >> 6
    const to = move & 63
    this.cells[from] = this.cells[to]! - (below & ~7)
    this.cells[to] = below
    const links = this.links
    links[SOUTH + links[NORTH + from]!] = from
    links[NORTH + links[SOUTH + from]!] = from
    links[WEST + links[EAST + from]!] = from
    links[EAST + links[WEST + from]!] = from
    this.occupied++
    this.turn ^= 1
  }

  #generateFrom(word: number, base: number, moves: Uint16Array, start: number): number {
    let end = start
    for (; word !== 0; word &= word - 1) {
      const from = base + 31 - Math.clz32(word & -word)
      this.reach(from)
      const high = from << 6
      for (let lo = this.reachLo; lo !== 0; lo &= lo - 1) {
        moves[end++] = high | (31 - Math.clz32(lo & -lo))
      }
      for (let hi = this.reachHi; hi !== 0; hi &= hi - 1) {
        moves[end++] = high | (HALF + 31 - Math.clz32(hi & -hi))
      }
    }
    return end
  }
}
