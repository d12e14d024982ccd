import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { boardColors } from './build/board-colors.ts'
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

const ONLINE_PARTS = new RegExp(
  [
    'protocol/dist/(durations|glicko)[.]js',
    'src/components/online/use-(countdown|ticking)[.]ts',
    'src/models/(online/own-seat|tournaments/tournament-route)[.]ts',
    'src/words/(shown-name|signed)[.]ts',
  ]
    .map((files) => `${files}$`)
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

const LEVELS =
  /src[\\/]models[\\/](local[\\/]next-level|site[\\/]next-level-here|daily[\\/]daily-(results|store))\.ts$/

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [
    boardColors(),
    earlyScript(),
    manifests(),
    prerender(),
    embed(),
    pushWorker(),
    serviceWorker(),
    // Last, so that it also compresses the service worker.
    precompress(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Source maps would add files that no one opens. Maps are for `npm run dev`.
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // The entry is loaded before any part asks for it. Firefox fires an error if it is preloaded
      // again.
      resolveDependencies: (_, files) => files.filter((file) => !/^assets\/index-/.test(file)),
    },
    assetsInlineLimit: 0,
    // One style sheet for all pages. The server inlines it in pages of text, so that they paint
    // straight away.
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // The entry of every page contains the names of all files. Hashes do not compress, so they
        // are short.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Every page needs most of these modules. One file compresses better than six small ones.
        codeSplitting: {
          groups: [
            {
              name: 'rules',
              // The only module of the engine that counts points without running it.
              test: /packages[\\/](rules[\\/]dist|engine[\\/]dist[\\/]possible-margin)/,
            },
            // Everything that each page starts with, so that a new page does not split it into more
            // files.
            { name: 'site', tags: ['$initial'] },
            // Requests about accounts from several pages. Each further file would add its name to
            // the entry.
            {
              name: 'people',
              test: /src[\\/](models[\\/](account[\\/]account(-route)?|people[\\/](people|ratings))|words[\\/](people|ratings))\.ts/,
              includeDependenciesRecursively: false,
            },
            // Small modules that most pages use.
            {
              name: 'common',
              test: COMMON,
              includeDependenciesRecursively: false,
            },
            // Small modules of pages that speak with the server. Each further file would add its name
            // to the entry.
            {
              name: 'parts',
              test: ONLINE_PARTS,
              includeDependenciesRecursively: false,
            },
            // What tells the level of the next game, which most pages offer.
            {
              name: 'levels',
              test: LEVELS,
              includeDependenciesRecursively: false,
            },
            // The parts of a board in play: its texts, its announcements, and the view into its
            // stacks.
            {
              name: 'board',
              test: USED_BOARD,
              includeDependenciesRecursively: false,
            },
            // What is kept of reviews. A file for their key alone would add its name to the entry.
            {
              name: 'log',
              test: /src[\\/]models[\\/]review[\\/](accuracy-log|review-text)\.ts$/,
              includeDependenciesRecursively: false,
            },
            // The players of a record: beside a board, and on a picture of one.
            {
              name: 'record',
              test: /src[\\/](words[\\/]record|components[\\/]game[\\/]RecordSeat)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // Everything beside a board that is played or replayed, without the dialogs behind it.
            {
              name: 'game',
              test: SHARED_BY_GAMES,
              includeDependenciesRecursively: false,
            },
            // A game on this device: a plain one, in a lesson, or the game of the day.
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
    // The same isolation as in production, so that the engine can share memory with its worker.
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
})
