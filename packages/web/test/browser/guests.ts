import { fileURLToPath } from 'node:url'
import type { Browser, Page, WebSocketRoute } from '@playwright/test'
import { startTestServer, type TestServer } from '../../../server/test/helpers/server.ts'

/** A server of one's own with the built site. */
export function startSite(): Promise<TestServer> {
  return startTestServer({ siteFolder: fileURLToPath(new URL('../../dist', import.meta.url)) })
}

/** A guest of their own, in a browser of their own. */
export async function guest(
  browser: Browser,
  { url }: Pick<TestServer, 'url'>,
  path = '/online',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Cuts the page's line to the server, and lets it be there again. To be called before the page opens one. */
export async function cuttable(page: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
  const lines = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/socket/, (line) => {
    if (isCut) return void line.close()
    lines.add(line)
    line.connectToServer()
  })
  return {
    cut: async () => {
      isCut = true
      for (const line of lines) await line.close()
      lines.clear()
    },
    mend: () => {
      isCut = false
    },
  }
}

/** Adds up how far a page moves what it has shown, but for what follows a press, from its start on. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Layout-shift entries have fields that the DOM's types do not know of.
        if (Reflect.get(entry, 'hadRecentInput')) continue
        Object.assign(window, {
          shift: Reflect.get(window, 'shift') + Number(Reflect.get(entry, 'value')),
        })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'shift')))
}
