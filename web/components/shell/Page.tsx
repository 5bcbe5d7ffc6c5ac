import Container from '@mui/material/Container'
import type { ReactNode } from 'react'

/** Width and margins of a page: 1,120 px at most, 16 px at the sides of a phone. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <Container maxWidth={false} disableGutters sx={{ maxWidth: 1120, px: { xs: 2, sm: 3 } }}>
      {children}
    </Container>
  )
}
