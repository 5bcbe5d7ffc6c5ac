import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'

/** Text of a dialog that may be long: it scrolls in a box of its own. Give it a name and a `tabIndex`. */
export const ScrolledText = styled(Paper)({
  margin: 0,
  padding: 12,
  maxHeight: '50vh',
  overflow: 'auto',
  overflowWrap: 'anywhere',
}) as typeof Paper
