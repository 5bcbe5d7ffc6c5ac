import Container from '@mui/material/Container'
import type { ReactNode } from 'react'

/** Width and margins of a page: 1,120 px at most, 16 px at the sides of a phone. */
export function Page({ children }: { children: ReactNode }) {
  return <Container>{children}</Container>
}
