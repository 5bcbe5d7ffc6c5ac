import type { ThemeOptions } from '@mui/material/styles'
import { elsewhere, here } from './choice.ts'

/** Width of a page with its margins. */
const PAGE_WIDTH = 1120

/** The frame of the pages, its bar, tabs and tables. */
export const navigation: ThemeOptions['components'] = {
  MuiContainer: { defaultProps: { maxWidth: false }, styleOverrides: { root: { maxWidth: PAGE_WIDTH } } },
  MuiAppBar: {
    defaultProps: { color: 'inherit', elevation: 0, position: 'sticky' },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
      }),
    },
  },
  // Where the reader has enlarged the text, the bar needs more than one line.
  MuiToolbar: { defaultProps: { disableGutters: true }, styleOverrides: { root: { gap: 4, flexWrap: 'wrap' } } },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 44 },
      // The tab draws its own line: it is right before the page is measured, and where the tabs need two lines.
      indicator: { display: 'none' },
    },
  },
  MuiTab: {
    styleOverrides: {
      // The line under a tab means "the page or section you are on", and nothing else does.
      root: ({ theme }) => ({
        minWidth: 0,
        minHeight: 44,
        padding: '8px 14px',
        borderBottom: '2px solid',
        ...elsewhere,
        color: theme.vars.palette.text.secondary,
        fontWeight: 450,
        opacity: 1,
        '&:hover': { color: theme.vars.palette.text.primary },
        '&.Mui-selected': here(theme),
      }),
    },
  },
  MuiTableCell: {
    // A column is as wide as the words of its buttons.
    styleOverrides: { root: { fontSize: '0.9375rem', '& .MuiButton-root': { overflowWrap: 'normal' } } },
  },
}
