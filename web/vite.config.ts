import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { preloadPage } from './prerender/preloadPage.ts'
import { prerenderLanding } from './prerender/prerenderLanding.ts'
import { themeStyles } from './prerender/themeStyles.tsx'
import { offlineWorker } from './worker/offlineWorker.ts'

/** What the search, the reading list and the page of a paper need besides the modules of the dashboard's first card. */
const LIST_MODULES = [
  '@mui/material/TextField/TextField',
  '@mui/material/InputAdornment/InputAdornment',
  '@mui/material/Switch/Switch',
  '@mui/icons-material/Close',
  '/papers/LookUpLink',
  '/dialogs/SimilarRow',
  '/lists/whereaboutsText',
  '/account/useCategories',
  '/papers/useSimilar',
  '/papers/useWhereabouts',
  '/shared/download',
  '/shared/fileEndings',
  '@mui/material/Alert/Alert',
  '@mui/material/Checkbox/Checkbox',
  '@mui/material/Chip/Chip',
  '@mui/material/FormControlLabel/FormControlLabel',
  '@mui/material/Skeleton/Skeleton',
  '@mui/material/Stack/Stack',
  // The editor of notes, which the dashboard loads after its cards.
  '/Dashboard/CardNote',
]

const toTest = (modules: readonly string[]) => new RegExp(`(${modules.join('|')})\\.(mjs|js|tsx|ts)$`)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    themeStyles,
    preloadPage,
    prerenderLanding,
    offlineWorker,
    compression({
      algorithms: [
        defineAlgorithm('gzip', { level: 8 }),
        defineAlgorithm('brotliCompress', {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        }),
      ],
      include: /\.(html|js|css|svg|json)$/,
      threshold: 1_000,
      logLevel: 'silent',
    }),
  ],
  build: {
    target: ['chrome117', 'firefox121', 'safari17'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Runs while the chunks below are loaded.
            { name: 'first', test: /\/web\/app\/firstRequests\.ts$/, priority: 9 },
            { name: 'firebase', test: /node_modules\/@?firebase\//, priority: 8 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 7 },
            // What every page needs; what the dashboard's first screen needs besides; the landing page; MUI's theme and what
            // all pages with it use; what several other pages share. A group has the static imports of its modules. Without
            // them there is a chunk for each set of pages that share a module, most of them below 1 kB, and each is a
            // request.
            {
              name: 'main',
              test: /\/web\/(main|app\/Foundation|components\/(papers\/(PaperArticle|PaperCardSkeleton)|shell\/(Page|ColorSchemeToggle)|atoms\/(Brand|EmptyState))|shared\/format)\.tsx?$/,
              priority: 6,
            },
            {
              name: 'dashboard',
              test: /\/web\/app\/App\.tsx$/,
              priority: 5,
            },
            { name: 'landing', test: /\/web\/app\/LandingApp\.tsx$/, priority: 4 },
            {
              name: 'mui',
              test: /\/web\/shared\/theme\/MuiTheme\.tsx$|@mui\/material\/(Button\/Button|Link\/Link|Typography\/Typography)\.m?js$/,
              priority: 4,
            },
            // What is loaded after the first card: the shell of the other pages; menus and snackbars; what the search, the
            // reading list and the page of a paper need besides; the rest of the dashboard, and dialogs.
            {
              name: 'shell',
              test: /\/(app\/ShellLayout|Paper\/Paper|ReadingList\/ReadingList|Search\/Search)\.tsx$/,
              priority: 4,
            },
            {
              name: 'menus',
              test: /\/(AccountMenuList|ActionMenu|PaperMenu|NavDrawer)\.tsx$|@mui\/material\/(Menu\/Menu|Snackbar\/Snackbar)\.m?js$/,
              priority: 3,
            },
            { name: 'lists', test: toTest(LIST_MODULES), priority: 2 },
            {
              name: 'later',
              test: /\/(SideColumn|Onboarding|ShortcutHelp|RelatedDialogs|ConfirmDialog|TagsField)\.tsx$/,
              priority: 1,
            },
            { name: 'pages', minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
