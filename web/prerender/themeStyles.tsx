import type { Plugin } from 'vite'
import { GlobalTheme } from '../shared/theme/GlobalTheme.tsx'
import { renderWithStyles } from './renderWithStyles.ts'

/** Writes the theme's variables and global styles into the page: it is painted with them before any script runs. */
export const themeStyles: Plugin = {
  name: 'theme-styles',
  transformIndexHtml: {
    order: 'pre',
    handler: () => [{ tag: 'style', injectTo: 'head', children: renderWithStyles(<GlobalTheme />).css }],
  },
}
