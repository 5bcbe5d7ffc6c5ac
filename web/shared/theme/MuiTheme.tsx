import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

/** A function, so that MUI leaves the colour scheme alone: `shared/colorScheme.ts` sets it, and colours are CSS variables. */
const fixedTheme = () => theme

/** Theme of the MUI components of all pages. */
export function MuiTheme({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={fixedTheme}>{children}</ThemeProvider>
}
