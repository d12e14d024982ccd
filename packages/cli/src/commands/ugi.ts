import { createUgiSession } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { VERSION } from '../version.ts'

/** `hokito ugi`: the engine for other programs, controlled line by line. */
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
  // Ends with `quit`, or with the last reply after the end of the input.
  await Promise.race([session.finished, reading.then(() => session.finished)])
  await engine.close()
  return EXIT.ok
}
