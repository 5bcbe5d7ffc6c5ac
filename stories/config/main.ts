import { defineMain } from '@storybook/react-vite/node'

/** Uses Vite's defaults: the web app's settings (compression, chunks) are only for the product. */
export default defineMain({
  framework: '@storybook/react-vite',
  stories: ['../**/*.stories.tsx'],
  staticDirs: ['../../web/public'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
})
