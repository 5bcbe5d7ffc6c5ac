import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Item } from '#api/contract/readingList.ts'

/** Labels for changes since the paper was saved: a newer version, or a withdrawal. */
export function ItemLabels({ item: { newer_version, withdrawn, paper } }: { item: Item }) {
  if (newer_version === undefined && !withdrawn) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 0.5 }}>
      {newer_version !== undefined && (
        <Label>{`v${newer_version} is out${paper.version === null ? '' : `, you saved v${paper.version}`}`}</Label>
      )}
      {withdrawn && (
        <>
          <Label>Withdrawn</Label>
          {paper.comment !== null && <Typography variant="meta">{paper.comment}</Typography>}
        </>
      )}
    </Box>
  )
}

function Label({ children }: { children: string }) {
  return (
    <Box
      component="span"
      sx={{ px: 0.875, borderRadius: '5px', bgcolor: 'dawnSoft', color: 'dawn', fontSize: '0.75rem', fontWeight: 600 }}
    >
      {children}
    </Box>
  )
}
