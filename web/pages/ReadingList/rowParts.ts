import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { styled, type Theme } from '@mui/material/styles'
import { lateLayout } from '../../components/lists/lateLayout.ts'
import { forcedChoice } from '../../shared/theme/components/choice.ts'

/**
 * The row of a saved paper: a box to select it, title and authors over its whole width, and its menu. With `data-late` the
 * browser lays it out when it comes near to the window.
 */
export const Row = styled('article')(({ theme: { vars, breakpoints } }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  columnGap: 4,
  padding: '12px 8px 14px 4px',
  scrollMarginTop: 88,
  [breakpoints.up('sm')]: { padding: '12px 12px 14px 8px' },
  '&[data-late]': lateLayout(96),
  '&[data-headline]': { paddingBlock: 2, '&[data-late]': lateLayout(42) },
  // The open paper.
  '&[aria-current]': { backgroundColor: vars.palette.accentSoft },
  '&[aria-current]::before': {
    content: '""',
    position: 'absolute',
    inset: '0 auto 0 0',
    width: 3,
    backgroundColor: vars.palette.primary.main,
    '@media (forced-colors: active)': forcedChoice,
  },
  '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

/** What shows the boxes of all rows: papers are being selected. */
export const SELECTING = 'data-selecting'

/**
 * Box that selects the paper: shown where it is pointed at or focused, as soon as a paper is selected, and on a screen
 * that is touched. It always has its place. It is above the link, which covers the row.
 */
export const RowCheckbox = styled(Checkbox)({
  zIndex: 1,
  alignSelf: 'start',
  padding: 5,
  '@media (hover: hover) and (pointer: fine)': {
    opacity: 0,
    [`article:hover > &, article:focus-within > &, &.Mui-checked, [${SELECTING}] &`]: { opacity: 1 },
  },
})

/** Title of the paper, as a link that covers the row. */
export const RowTitle = styled('h2')(({ theme: { typography } }) => ({
  ...typography.compactTitle,
  margin: '3px 0 0',
  '[data-headline] &': typography.headline,
  '& > a': {
    display: 'block',
    color: 'inherit',
    '&, &:hover': { textDecoration: 'none' },
    // Not below the bar of the selected papers.
    scrollMarginTop: '3rem',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    // A block of its own: beside what covers the row, "pretty" has no effect.
    '& > span': { display: 'block' },
  },
}))

const line = ({ theme: { typography } }: { theme: Theme }) =>
  ({ ...typography.meta, margin: 0, overflowWrap: 'anywhere' }) as const

/** A line of small text below the title. */
export const RowLine = styled('p')(line)
export const RowTime = styled('time')(line)

/** Authors, and the time at the end of the line, or below them where there is no room. */
export const RowFacts = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: 16,
  marginTop: 2,
  '[data-headline] &': { marginTop: 0, lineHeight: 1.3 },
})

/** Shown on paper alone. */
export const Printed = styled('span')({ display: 'none', '@media print': { display: 'block' } })

/** The first lines of the note. */
export const RowNote = styled('p')(({ theme: { typography, vars } }) => ({
  ...typography.abstract,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  margin: '6px 0 0',
  paddingLeft: 10,
  borderLeft: `2px solid ${vars.palette.dawn}`,
  overflowWrap: 'anywhere',
}))

/** Button of the row's menu, above the link. */
export const RowMenuButton = styled(IconButton)({
  width: '2rem',
  height: '2rem',
  '@media (pointer: coarse)': { margin: '-6px -6px -6px 0' },
})
