import type { ApiGame } from '@hokito/protocol/api'

/** Follows a game over the API until its stream ends, state by state. */
export async function followGame(
  url: string,
  game: string,
  onState: (state: ApiGame) => void,
): Promise<void> {
  const { body } = await fetch(`${url}/api/v1/games/${game}/events`)
  if (body === null) throw new Error('a stream has a body')
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      if (data !== undefined) onState(JSON.parse(data))
      text = text.slice(end + 2)
    }
  }
}
