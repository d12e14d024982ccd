import { build, type Plugin, type ResolvedConfig } from 'vite'
import { boardColors } from './board-colors.ts'

/**
 * The folder for files of frames. They are separate from those of the site, which are kept for use
 * offline.
 */
export const EMBED_ASSETS = 'assets/embed'

/**
 * Builds `embed.html`, the page shown in frames, with files of its own. Shared files would split
 * those of the site, so that its pages would have to load more of them.
 */
export function embed(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'hokito-embed',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        await build({
          configFile: false,
          plugins: [boardColors()],
          root: config.root,
          logLevel: 'warn',
          build: {
            outDir: config.build.outDir,
            assetsDir: EMBED_ASSETS,
            emptyOutDir: false,
            copyPublicDir: false,
            target: 'es2022',
            modulePreload: { polyfill: false },
            rolldownOptions: { input: 'embed.html', checks: { pluginTimings: false } },
          },
        })
      },
    },
  }
}
