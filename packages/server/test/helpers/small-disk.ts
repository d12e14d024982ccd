import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate disk with a size in megabytes. */
export interface SmallDisk {
  readonly folder: string
  /** Makes it read-only, as a system does when its disk fails. */
  makeReadOnly(): void
  remove(): void
}

/** May this process mount disks? Only the superuser of a Linux system may. */
export const canMount = isMounting()

/** Mounts a disk in memory. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'hokito-disk-'))
  const options = `size=${megabytes}m,mode=0777`
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' })
  return {
    folder,
    makeReadOnly: () => {
      execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'pipe' })
    },
    remove: () => {
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
      rmSync(folder, { recursive: true })
    },
  }
}

// --- internal ---

function isMounting(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    mountSmallDisk(1).remove()
    return true
  } catch {
    return false
  }
}
