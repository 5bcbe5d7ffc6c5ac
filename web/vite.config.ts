import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { offlineWorker } from './worker/offlineWorker.ts'

/** Adds preload links for the two fonts of the first screen, so that they load in parallel with the script. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => /(inter|source-serif-4)-latin-wght-normal-.*\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
        })),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    preloadFonts,
    offlineWorker,
    compression({
      // Brotli quality 11 takes most of the build time; quality 6 is within a few percent of its size.
      algorithms: [
        defineAlgorithm('gzip', { level: 8 }),
        defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
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
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/react-router(-dom)?\// },
            { name: 'firebase', test: /node_modules\/@?firebase\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
