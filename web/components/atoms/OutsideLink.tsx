import Link from '@mui/material/Link'
import type { ReactNode } from 'react'

/** A quiet link to a page outside of the product, in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} target="_blank" rel="noopener" color="textSecondary" underline="always">
      {children}
    </Link>
  )
}
