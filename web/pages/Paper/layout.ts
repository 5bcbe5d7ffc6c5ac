import { styled } from '@mui/material/styles'

/** The paper, the reader's own part beside it where there is room, and versions and similar papers below the paper. */
export const PaperGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 32,
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) 300px',
    gridTemplateRows: 'auto auto 1fr',
    columnGap: 'clamp(32px, 4vw, 48px)',
  },
}))

/** The reader's own part stays in view while the paper is read, where the window is high enough for it. */
export const OwnPart = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignSelf: 'start',
  gap: 32,
  [theme.breakpoints.up('md')]: {
    gridArea: '1 / 2 / 4 / 3',
    '@media (height >= 45rem)': { position: 'sticky', top: 88 },
  },
}))

/** What is on the sheet of the paper: its head, then its abstract. */
export const PaperWhole = styled('div')(({ theme }) => ({
  padding: '24px 16px 28px',
  '& > .authors': { marginTop: 12, fontSize: theme.typography.body1.fontSize },
  [theme.breakpoints.up('sm')]: { padding: '28px 32px 32px' },
}))

/** Titles of papers are longer than those of pages. */
export const PaperTitle = styled('h1')(({ theme }) => ({
  ...theme.typography.longTitle,
  margin: '6px 0 0',
  textWrap: 'balance',
  overflowWrap: 'anywhere',
}))
