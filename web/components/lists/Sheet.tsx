import Paper, { type PaperProps } from '@mui/material/Paper'

interface SheetProps extends PaperProps {
  component?: 'div' | 'section' | 'article' | 'ul'
  /** Shows that its content is about to be replaced. */
  isOld?: boolean
}

/** Card surface of a list page: rows divided by hairlines, full width on phones. */
export const Sheet = ({ isOld = false, ...rest }: SheetProps) => (
  <Paper variant="sheet" {...rest} sx={isOld ? { opacity: 0.55 } : null} />
)
