import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { Plugin } from 'vite'
import { theme } from '../components/theme/theme.ts'
import { renderWithStyles } from './renderWithStyles.ts'

/** Writes the theme's variables and global styles into the page: it is painted with them before any script runs. */
export const themeStyles: Plugin = {
  name: 'theme-styles',
  transformIndexHtml: {
    order: 'pre',
    handler: () => [{ tag: 'style', injectTo: 'head', children: renderThemeStyles() }],
  },
}

const renderThemeStyles = () =>
  renderWithStyles(
    <ThemeProvider theme={theme} noSsr>
      <CssBaseline enableColorScheme />
    </ThemeProvider>,
  ).css
