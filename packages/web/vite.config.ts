import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { earlyScript } from './build/early-script.ts'
import { embed } from './build/embed.ts'
import { manifests } from './build/manifests.ts'
import { precompress } from './build/precompress.ts'
import { prerender } from './build/prerender.ts'
import { pushWorker } from './build/push-worker.ts'
import { serviceWorker } from './build/service-worker.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

const SHARED_BY_GAMES = new RegExp(
  [
    'components/game/(BalanceBar|GameBoard|GameLayout|LegendButton|MoveField|MoveList)',
    'components/game/(SeatCard|StatusLine|game-keys|use-(game-voice|newcomer|orientation|pointing))',
    'models/game/record-view',
    'words/status',
  ]
    .map((files) => `src/${files}[.]tsx?$`)
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

const LOCAL_GAME =
  /src[\\/](components[\\/]local[\\/](GameNotice|GameStatus|LocalSeat|spoken-locally|use-owned-game)|models[\\/]local[\\/](advice|computer-turn|game-(clock|model|view)|stored-game|thought)|words[\\/]local-end)\.tsx?$/

const USED_BOARD =
  /src[\\/](words[\\/]board-texts|ui[\\/]Announcer|components[\\/]game[\\/](InspectableBoard|lazy-dialogs))\.tsx?$/

const COMMON =
  /src[\\/](words[\\/]sentences|ui[\\/](Dialog|hooks|use-seen)|components[\\/]game[\\/]ConfirmDialog)\.tsx?$/

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [
    earlyScript(),
    manifests(),
    prerender(),
    embed(),
    pushWorker(),
    serviceWorker(),
    // The last, so that the service worker is there too.
    precompress(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // One small file more is cheaper than a source map that nobody opens; maps are for `npm run dev`.
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // The entry is there before any part asks for it; Firefox fires an error where it is preloaded once more.
      resolveDependencies: (_, files) => files.filter((file) => !/^assets\/index-/.test(file)),
    },
    assetsInlineLimit: 0,
    // One sheet for all pages: the server puts it into those that are read, so that they are painted at once.
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // The names of all files stand in the one that every page begins with, and do not compress: as short as may be.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Every page needs most of these: one file compresses better than six small ones.
        codeSplitting: {
          groups: [
            {
              name: 'rules',
              // The one thing of the engine's that counts points without it.
              test: /packages[\\/](rules[\\/]dist|engine[\\/]dist[\\/]possible-margin)/,
            },
            // All that each page begins with, so that a new page does not part it into more files.
            { name: 'site', tags: ['$initial'] },
            // What several pages ask of the server about accounts: each file more has its name in what all begin with.
            {
              name: 'people',
              test: /src[\\/](models[\\/]online[\\/](account|people|ratings)|words[\\/](people|ratings))\.ts/,
              includeDependenciesRecursively: false,
            },
            // Small things that most pages use.
            {
              name: 'common',
              test: COMMON,
              includeDependenciesRecursively: false,
            },
            // What makes a board one that is used: its words, what is said of it, and what takes its stacks apart.
            {
              name: 'board',
              test: USED_BOARD,
              includeDependenciesRecursively: false,
            },
            // Who has played by a record: beside a board, and on a picture of one.
            {
              name: 'record',
              test: /src[\\/](words[\\/]record|components[\\/]game[\\/]RecordSeat)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // What stands beside every board that is played or walked through, without the dialogs behind it.
            {
              name: 'game',
              test: SHARED_BY_GAMES,
              includeDependenciesRecursively: false,
            },
            // A game on this device, wherever it is played: as such, in a lesson, as the game of the day.
            {
              name: 'local',
              test: LOCAL_GAME,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    // The same isolation as in production, so that the engine may share memory with its worker.
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
})
