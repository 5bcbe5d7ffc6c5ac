import { defineMain } from '@storybook/react-vite/node'
import { usedIcons } from './usedIcons.ts'

const inter = 'node_modules/@fontsource-variable/inter/files'

/** Uses Vite's defaults: the web app's settings (compression, chunks) are only for the product. */
export default defineMain({
  framework: '@storybook/react-vite',
  stories: ['../**/*.stories.tsx'],
  addons: ['@storybook/addon-docs'],
  staticDirs: ['../../web/public', { from: `../../${inter}`, to: '/fonts' }],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Highlights read the style of every element after each change of the page; nothing here asks for one.
  features: { highlight: false, sidebarOnboardingChecklist: false, menuOnboardingChecklist: false },
  // Descriptions of the components and of their properties, from the docstrings.
  typescript: { reactDocgen: 'react-docgen' },
  managerHead: (head) => `${head}
    <style>
      @font-face {
        font-family: 'Inter Variable';
        font-weight: 100 900;
        src: url('./fonts/inter-latin-wght-normal.woff2') format('woff2');
      }
    </style>`,
  viteFinal: (config) => ({ ...config, plugins: [...(config.plugins ?? []), usedIcons()] }),
})
