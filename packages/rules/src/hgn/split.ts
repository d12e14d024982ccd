/** The text of one game as it stands in a larger text. */
export interface RawGame {
  readonly text: string
  /** Which game of the whole text, counted from 1. */
  readonly game: number
  /** The line of the whole text where it begins, counted from 1. */
  readonly line: number
  /** Was it longer than {@link MAX_GAME_LENGTH}? Then `text` is only its beginning. */
  readonly isCut: boolean
}

/** Characters one game may have; far more than 35 moves with long comments need. */
export const MAX_GAME_LENGTH = 262_144

/**
 * Cuts a text that arrives in pieces into games, holding no more than one game at a time. A game begins
 * at a tag line that follows something other than tags, or follows tags and a blank line.
 * Tag lines inside a comment are part of the comment.
 */
export class GameSplitter {
  #pending = ''
  #text = ''
  #line = 1
  #startLine = 1
  #games = 0
  #section: 'nothing' | 'tags' | 'blankAfterTags' | 'moves' = 'nothing'
  #inComment = false
  #isCut = false

  /** Takes the next piece and gives back the games that it completed. */
  push(piece: string): readonly RawGame[] {
    const done: RawGame[] = []
    const lines = (this.#pending + piece).split('\n')
    this.#pending = lines.pop() ?? ''
    for (const line of lines) this.#take(`${line}\n`, done)
    // A line without end must not grow without bound either; what is too long is cut off in #append.
    if (this.#pending.length > MAX_GAME_LENGTH) {
      if (this.#section === 'nothing') this.#section = 'moves'
      this.#append(this.#pending)
      this.#pending = ''
    }
    return done
  }

  /** Says that nothing follows and gives back the last game, if there is one. */
  end(): readonly RawGame[] {
    const done: RawGame[] = []
    if (this.#pending !== '') this.#take(this.#pending, done)
    this.#pending = ''
    this.#flush(done)
    return done
  }

  #take(line: string, done: RawGame[]): void {
    const isTag = !this.#inComment && line.startsWith('[')
    if (isTag && (this.#section === 'moves' || this.#section === 'blankAfterTags'))
      this.#flush(done)
    if (isTag) this.#section = 'tags'
    else if (line.trim() !== '') this.#section = 'moves'
    else if (this.#section === 'tags') this.#section = 'blankAfterTags'
    if (!isTag) this.#followComments(line)
    this.#append(line)
    this.#line++
  }

  #append(line: string): void {
    // What follows a cut is dropped without touching the text: copying it for each line takes for ever.
    if (this.#section === 'nothing' || this.#isCut) return
    if (this.#text === '') this.#startLine = this.#line
    this.#text += line
    if (this.#text.length <= MAX_GAME_LENGTH) return
    this.#text = this.#text.slice(0, MAX_GAME_LENGTH)
    this.#isCut = true
    this.#inComment = false
  }

  #followComments(line: string): void {
    if (this.#isCut) return
    const lastOpen = line.lastIndexOf('{')
    const lastClose = line.lastIndexOf('}')
    if (lastOpen > lastClose) this.#inComment = true
    else if (lastClose >= 0) this.#inComment = false
  }

  #flush(done: RawGame[]): void {
    if (this.#text !== '') {
      this.#games++
      done.push({
        text: this.#text,
        game: this.#games,
        line: this.#startLine,
        isCut: this.#isCut,
      })
    }
    this.#text = ''
    this.#section = 'nothing'
    this.#inComment = false
    this.#isCut = false
  }
}
