import type { ThemeOptions } from '@mui/material/styles'
import { forcedChoice } from './choice.ts'

/** Tabs and tables. */
export const navigation: ThemeOptions['components'] = {
  MuiTabs: { styleOverrides: { indicator: { '@media (forced-colors: active)': forcedChoice } } },
  MuiTab: { styleOverrides: { root: { minHeight: 44, textTransform: 'none' } } },
  MuiTableCell: { styleOverrides: { root: { fontSize: '0.9375rem' } } },
}
