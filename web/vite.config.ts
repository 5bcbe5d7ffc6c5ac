import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { preloadPage } from './prerender/preloadPage.ts'
import { prerenderPages } from './prerender/prerenderPages.ts'
import { themeStyles } from './prerender/themeStyles.tsx'
import { offlineWorker } from './worker/offlineWorker.ts'

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
            { name: 'mui', test: /node_modules\/(@mui|@emotion)\//, minShareCount: 12, priority: 6 },
            // The entry in a chunk: the page then has a script element for each chunk, and 'first' does not wait for the others.
            { name: 'main', test: /\/web\/main\.tsx$/, priority: 5 },
            // The app with the dashboard, which is not loaded by a page of its own; a group has the imports of its modules.
            { name: 'app', test: /\/web\/app\/App\.tsx$/, priority: 4 },
            // Else there is a chunk for each set of pages that share a module, and each is a request.
            { name: 'shared', minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
