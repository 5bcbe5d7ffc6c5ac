import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { Sheet } from '../lists/Sheet.tsx'

interface TasteSheetProps {
  title: string
  children: ReactNode
}

/** One part of the taste page on a sheet of its own, with its heading. */
export function TasteSheet({ title, children }: TasteSheetProps) {
  const id = useId()
  return (
    <Sheet component="section" aria-labelledby={id}>
      <Box sx={{ px: { xs: 2, sm: 3.25 }, py: 2.5 }}>
        <Typography id={id} component="h2" variant="h3" sx={{ mb: 0.75 }}>
          {title}
        </Typography>
        {children}
      </Box>
    </Sheet>
  )
}

/** A list of rows divided by hairlines. */
export function HairlineList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
      {children}
    </Box>
  )
}
