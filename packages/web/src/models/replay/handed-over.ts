/**
 * The text that another app has shared with the site, under the names of the manifest's share
 * target.
 */
export function sharedText(search: string): string | undefined {
  const params = new URLSearchParams(search)
  const text = params.get('text') ?? params.get('url') ?? ''
  return text.trim() === '' ? undefined : text
}

/**
 * Calls back with the text of files that the device opens with the site. Returns a function that
 * stops it. A file that cannot be read as text counts as an empty one, which the page then reports.
 */
export function receiveFiles(onText: (text: string) => void): () => void {
  let isWanted = true
  window.launchQueue?.setConsumer(async ({ files }) => {
    const [handle] = files
    if (handle === undefined) return
    const text = await handle
      .getFile()
      .then((file) => file.text())
      .catch(() => '')
    if (isWanted) onText(text)
  })
  return () => {
    isWanted = false
  }
}

// --- internal ---

/** The part of the File Handling API used here; TypeScript's DOM types lack it. */
interface LaunchQueue {
  setConsumer(consumer: (params: { files: readonly FileSystemFileHandle[] }) => void): void
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue
  }
}
