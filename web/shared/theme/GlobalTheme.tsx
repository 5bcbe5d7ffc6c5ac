import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import { ThemeProvider, type Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { printStyles } from './printStyles.ts'
import { theme } from './theme.ts'

const globalStyles = (theme: Theme) => ({
  // What the keyboard goes to is not below the bar of the top, and not below what is fixed at the bottom.
  html: { scrollPaddingTop: 72, scrollPaddingBottom: 72 },
  // Inherited: no text ends with a line of one short word.
  body: { overflowWrap: 'break-word', fontVariantLigatures: 'common-ligatures', textWrap: 'pretty' },
  a: { color: theme.vars.palette.primary.main },
  mark: { backgroundColor: theme.vars.palette.dawnSoft, color: 'inherit', fontWeight: 600 },
  ':focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '[tabindex="-1"]:focus': { outline: 'none' },
  // KaTeX's default is 1.21em, which is too large beside our text font. Its stylesheet comes later, with one class.
  'html .katex': { fontSize: '1.06em' },
  'table, time': { fontVariantNumeric: 'tabular-nums' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
  '@media print': printStyles,
})

interface GlobalThemeProps {
  /** In Storybook, where it is not the reader's choice; default: that of the document. */
  scheme?: 'light' | 'dark'
  children?: ReactNode
}

/**
 * The theme's variables and global styles. The build writes them into the pages (`prerender/themeStyles.tsx`); only
 * Storybook computes them in the browser.
 */
export function GlobalTheme({ scheme = 'light', children }: GlobalThemeProps) {
  return (
    <ThemeProvider theme={theme} defaultMode={scheme} storageManager={null} noSsr>
      <CssBaseline enableColorScheme />
      <GlobalStyles styles={globalStyles} />
      {children}
    </ThemeProvider>
  )
}
