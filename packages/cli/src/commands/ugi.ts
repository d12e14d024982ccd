import { createUgiSession } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { VERSION } from '../version.ts'

/** `hokito ugi`: the engine for other programs, line by line. */
export async function runUgi(io: Io): Promise<ExitCode> {
  const engine = startEngine()
  const session = createUgiSession({
    engine,
    name: `Hokito ${VERSION}`,
    write: (line) => io.write(`${line}\n`),
  })
  const reading = (async () => {
    for await (const line of io.lines()) {
      session.handle(line)
      await session.room()
    }
    session.end()
  })()
  io.interrupted.addEventListener('abort', () => session.handle('quit'))
  // Whatever comes first: `quit`, or the end of the input with its last answer.
  await Promise.race([session.finished, reading.then(() => session.finished)])
  await engine.close()
  return EXIT.ok
}
