import { styled } from '@mui/material/styles'

/** A list whose rows are divided by hairlines. */
export const HairlineList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))
