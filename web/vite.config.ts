import { constants } from 'node:zlib'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { preloadPage } from './prerender/preloadPage.ts'
import { prerenderPages } from './prerender/prerenderPages.ts'
import { themeStyles } from './prerender/themeStyles.tsx'
import { offlineWorker } from './worker/offlineWorker.ts'

/**
 * Each has a chunk with all that it imports and that is in none of those before it, which it loads, too. The app has the
 * dashboard; of the others, those that are opened most come first.
 */
const PAGES = [
  'app/App',
  'app/LandingApp',
  'app/ShellLayout',
  'pages/Paper/Paper',
  'pages/Search/Search',
  'pages/ReadingList/ReadingList',
  'pages/Login',
]

const root = join(import.meta.dirname, '..')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    themeStyles,
    preloadPage,
    prerenderPages,
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
  resolve: {
    alias: [
      // For browsers the package names its development build, too. This one lacks the warnings for developers.
      { find: /^react-router$/, replacement: join(root, 'node_modules/react-router/dist/production/index.mjs') },
      {
        find: /^react-router\/dom$/,
        replacement: join(root, 'node_modules/react-router/dist/production/dom-export.mjs'),
      },
    ],
  },
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
            // What many pages use of it; the rest comes with the pages that use it.
            { name: 'mui', test: /node_modules\/(@mui|@emotion)\//, minShareCount: 22, priority: 6 },
            // The entry in a chunk: the page then has a script element for each chunk, and 'first' does not wait for the others.
            { name: 'main', test: /\/web\/main\.tsx$/, priority: 5 },
            ...PAGES.map((module, index) => ({
              name: module.split('/').at(-1)!,
              test: new RegExp(`/web/${module}\\.tsx$`),
              priority: 4 - index / 10,
            })),
            // What the other pages and the parts that are loaded later share: a page loads what it uses, in chunks that are
            // not too small for a request each.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
