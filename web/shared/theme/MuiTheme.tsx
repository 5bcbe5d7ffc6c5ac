import { ThemeProvider } from '@mui/system'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

/**
 * Theme of the MUI components of all pages. The provider is that of MUI's system: the one of Material also sets the colour
 * scheme, which `shared/colorScheme.ts` does here.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>
}
