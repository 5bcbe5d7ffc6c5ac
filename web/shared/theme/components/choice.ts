import type { Theme } from '@mui/material/styles'

/** Background of what is chosen, where the operating system forces its colours on the page. */
export const forcedChoice = { forcedColorAdjust: 'none', backgroundColor: 'Highlight' } as const

/** The one look of what is chosen among several: a chip, a toggle button, an item of a menu or a list. */
export const chosen = ({ vars }: Theme) => ({
  backgroundColor: vars.palette.accentSoft,
  borderColor: vars.palette.primary.main,
  color: vars.palette.primary.main,
  '&:hover': { backgroundColor: vars.palette.accentSoft },
  '@media (forced-colors: active)': { ...forcedChoice, color: 'HighlightText' },
})

/** The mark of the page or section that is shown, among links to others: its border takes the colour of dawn. */
export const here = ({ vars }: Theme) => ({
  borderColor: vars.palette.dawn,
  color: vars.palette.text.primary,
  '@media (forced-colors: active)': { borderColor: 'Highlight' },
})

/** The border of the others, which is not seen. */
export const elsewhere = {
  borderColor: 'transparent',
  '@media (forced-colors: active)': { borderColor: 'Canvas' },
} as const
