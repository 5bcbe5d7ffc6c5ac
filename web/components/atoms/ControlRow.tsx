import { styled } from '@mui/material/styles'

/** Controls and short texts beside each other, on further lines where there is no room. */
export const ControlRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
}))
