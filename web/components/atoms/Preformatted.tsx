import { styled } from '@mui/material/styles'

/** Text as a program wrote it: its own lines, in a monospaced font, broken where they are too long. */
export const Preformatted = styled('pre')(({ theme }) => ({
  margin: 0,
  fontFamily: 'monospace',
  fontSize: theme.typography.caption.fontSize,
  lineHeight: theme.typography.caption.lineHeight,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}))
