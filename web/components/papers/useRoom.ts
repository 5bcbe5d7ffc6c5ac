import useMediaQuery from '@mui/material/useMediaQuery'

/** Of the first render, too: cards are never rendered on a server. */
const now = { noSsr: true }

/** How many of a paper's actions have room beside it; the others are in its menu. */
export function useRoom(): 'phone' | 'tablet' | 'wide' {
  const phone = useMediaQuery('(width < 600px)', now)
  const wide = useMediaQuery('(width >= 1200px)', now)
  return phone ? 'phone' : wide ? 'wide' : 'tablet'
}
