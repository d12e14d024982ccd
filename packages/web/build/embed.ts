import { build, type Plugin, type ResolvedConfig } from 'vite'

/** Where the files of frames lie, apart from those of the site, which are kept for use without a network. */
export const EMBED_ASSETS = 'assets/embed'

/**
 * Builds `embed.html`, the page that is shown in frames, with files of its own: sharing them would part those of the
 * site, whose pages would have to load more of them.
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
