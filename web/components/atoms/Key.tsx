import { styled } from '@mui/material/styles'

/** A key, drawn like a key cap. */
export const Key = styled('kbd')(({ theme }) => ({
  display: 'inline-block',
  minWidth: '1.25rem',
  padding: '0 4px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: `calc(${theme.vars.shape.borderRadius} / 2)`,
  color: theme.vars.palette.text.secondary,
  ...theme.typography.code,
  lineHeight: '1.125rem',
  textAlign: 'center',
}))
