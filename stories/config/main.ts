import { defineMain } from '@storybook/react-vite/node'

/** Vite's own settings of the web app (compression, chunks) are for the product; here its defaults will do. */
export default defineMain({
  framework: '@storybook/react-vite',
  stories: ['../**/*.stories.tsx'],
  staticDirs: ['../../web/public'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
})
