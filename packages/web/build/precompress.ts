import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Writes `.br` and `.gz` files beside every file of the finished site that gets smaller by
 * compression. Each is as small as possible, so that the server never compresses files itself.
 */
export function precompress(): Plugin {
  let folder = ''
  const begun = new Map<string, Promise<void>>()
  const compress = (files: readonly string[]) => {
    for (const file of files) if (!begun.has(file)) begun.set(file, compressFile(file))
  }
  return {
    name: 'hokito-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir)
    },
    // The bundle's files are finished. Other threads compress them while pages are rendered.
    writeBundle: {
      order: 'pre',
      handler: (_, bundle) => {
        compress(
          Object.keys(bundle)
            .filter((name) => COMPRESSIBLE.test(name))
            .map((name) => join(folder, name)),
        )
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        compress(await compressibleIn(folder))
        await Promise.all(begun.values())
      },
    },
  }
}

// --- internal ---

/** Pages are excluded: the server keeps them in memory. */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|wasm|txt)$/

/** A smaller file fits into one packet uncompressed. */
const SMALLEST = 1024

async function compressibleIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALLEST) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const variants = {
    br: await promisify(brotliCompress)(content, { params }),
    gz: await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [ending, compressed] of Object.entries(variants)) {
    if (compressed.length < content.length) await writeFile(`${file}.${ending}`, compressed)
  }
}
