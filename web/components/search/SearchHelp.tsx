import Box from '@mui/material/Box'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'

const rows: readonly (readonly [example: string, meaning: string])[] = [
  ['graph attention', 'all the words, in title, abstract or authors'],
  ['"exact phrase"', 'the words in this order; also with “ ” or « »'],
  ['-survey', 'without this word; also “but not surveys”'],
  ['diffus*', 'words that start with “diffus”'],
  ['A* search', 'the star after one letter belongs to the name'],
  ['lattice OR crystal', 'one of the two'],
  ['wei de la cruz', 'papers by the author of this name first'],
  ['author:hinton', 'by this author'],
  ['title:lantern', 'in the title'],
  ['cat:cs.LG', 'of this category'],
  ['lanterns 2025', 'of this year, or with it in the text'],
  ['year:2025', 'published in this year'],
  ['a pasted abstract', 'papers with similar words'],
  ['2511.01234', 'an arXiv id, a DOI or a link opens that paper'],
]

export interface SearchHelpProps {
  /** The button that opened it; null closes it. */
  anchor: HTMLElement | null
  onClose: () => void
}

/** Popover that explains the query syntax. */
export function SearchHelp({ anchor, onClose }: SearchHelpProps) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { 'aria-label': 'How to search', role: 'dialog', sx: { p: 2.5, maxWidth: 400 } } }}
    >
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        How to search
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.75 }}>
        {rows.map(([example, meaning]) => (
          <Box key={example} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }}>
              {example}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
              {meaning}
            </Typography>
          </Box>
        ))}
      </Box>
    </Popover>
  )
}
