import { styled } from '@mui/material/styles'

/** A row of a list with a button below its text; beside it where the container has room. */
export const ButtonRow = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  padding: '14px 0',
  overflowWrap: 'anywhere',
  '& > button': { justifySelf: 'start', marginTop: 8 },
  '@container (width >= 34rem)': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 16,
    '& > *': { gridColumn: 1 },
    '& > button': { gridArea: '1 / 2 / span 4 / auto', alignSelf: 'center', marginTop: 0 },
  },
})
