import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { formatPlural } from '../../shared/format.ts'

export interface ImportPartsProps {
  text: string
  /** Characters of the text that were read. */
  read: number
  /** Papers added so far. */
  added: number
  /** Whether the next part is being sent; else the import has stopped. */
  sending: boolean
}

/** How far the import of a large file is, which is sent in parts. */
export function ImportParts({ text, read, added, sending }: ImportPartsProps) {
  const percent = Math.floor((100 * read) / text.length)
  return (
    <Box>
      <LinearProgress variant="determinate" aria-label="Part of the file that is imported" value={percent} />
      <Typography component="output" sx={{ display: 'block', mt: 0.5 }}>
        {percent} % of the file imported, {formatPlural(added, 'paper')} added.
        {!sending && ' The papers behind that are not on your list yet.'}
      </Typography>
    </Box>
  )
}
