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
  return {
    name: 'hokito-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => compressFiles(folder),
    },
  }
}

// --- internal ---

/** Pages are excluded: the server keeps them in memory. */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|wasm|txt)$/

/** A smaller file fits into one packet uncompressed. */
const SMALLEST = 1024

async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))))
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
