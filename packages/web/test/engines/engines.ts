import { accessSync, constants } from 'node:fs'
import type { Browser, EngineName } from './driver.ts'
import { launchChromium, launchFirefox } from './puppeteer.ts'
import { launchWebkit } from './webkit.ts'

/** An installed engine, ready to be started. */
export interface Engine {
  readonly name: EngineName
  launch(): Promise<Browser>
}

/** The engine of this name, or the programs that this machine lacks for it. */
export function findEngine(name: EngineName): Engine | { readonly missing: readonly string[] } {
  const programs = PROGRAMS[name].map((paths) => ({ paths, path: paths.find(canRun) }))
  const missing = programs.flatMap(({ paths, path }) =>
    path === undefined ? [paths.join(' or ')] : [],
  )
  if (missing.length > 0) return { missing }
  const [first = '', browser = '', display = ''] = programs.map(({ path }) => path ?? '')
  switch (name) {
    case 'chromium':
      return { name, launch: () => launchChromium(first) }
    case 'firefox':
      return { name, launch: () => launchFirefox(first) }
    case 'webkit':
      return { name, launch: () => launchWebkit({ driver: first, browser, display }) }
  }
}

// --- internal ---

/** The programs that each engine needs, each with its possible places. */
const PROGRAMS: Readonly<Record<EngineName, readonly (readonly string[])[]>> = {
  chromium: [[process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome']],
  firefox: [[process.env.FIREFOX ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']],
  webkit: [
    ['/usr/bin/WebKitWebDriver'],
    [
      '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      '/usr/lib/x86_64-linux-gnu/webkitgtk-6.0/MiniBrowser',
      '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    ],
    ['/usr/bin/Xvfb'],
  ],
}

function canRun(path: string): boolean {
  if (path === '') return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing or not executable, so another place is tried.
    return false
  }
}
