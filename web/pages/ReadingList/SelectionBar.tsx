import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ExportFormat } from '#api/contract/citations.ts'
import type { ReadingStatus } from '#api/contract/readingList.ts'
import { ActionMenu } from '../../components/atoms/ActionMenu.tsx'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { ExportMenu } from '../../components/lists/ExportMenu.tsx'
import { TagsField } from '../../components/papers/TagsField.tsx'
import { formatCount, formatPlural } from '../../shared/format.ts'

export interface SelectionBarProps {
  /** Number of selected papers. */
  selected: number
  /** Number of papers that the list shows, if not all of them are selected. */
  others?: number | undefined
  /** The user's tags, to choose from. */
  tags: readonly string[]
  /** A change is being made. */
  busy: boolean
  exporting: boolean
  /** Why the last action failed. */
  error?: string | undefined
  onSelectAll: () => void
  onClear: () => void
  onTag: (tags: readonly string[]) => void
  onMove: (status: ReadingStatus) => void
  onRemove: () => void
  onExport: (format: ExportFormat) => void
}

/** What can be done with the selected papers. It stays in the window while the list is scrolled. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, others, tags, busy, exporting, error, onSelectAll, onClear, onTag, onMove, onRemove, onExport } =
    props
  const [moving, setMoving] = useState<HTMLElement | null>(null)
  const [isTagging, setTagging] = useState(false)
  return (
    <Paper
      component="section"
      aria-label="Selected papers"
      elevation={3}
      sx={{
        position: 'sticky',
        top: { xs: 60, sm: 72 },
        zIndex: 'appBar',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 0.5,
        mb: 1.5,
        px: { xs: 1, sm: 2 },
        py: 0.5,
        '@media print': { display: 'none' },
      }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600, mr: 1 }}>
        {formatCount(selected)} selected
      </Typography>
      {others !== undefined && (
        <Button size="small" disabled={busy} onClick={onSelectAll}>
          Select all {formatCount(others)}
        </Button>
      )}
      <Button size="small" disabled={busy} onClick={() => setTagging(true)}>
        Tag
      </Button>
      <Button
        size="small"
        disabled={busy}
        aria-haspopup="menu"
        aria-expanded={moving !== null}
        onClick={(event) => setMoving(event.currentTarget)}
      >
        Move
      </Button>
      <Button size="small" disabled={busy} onClick={onRemove}>
        Remove
      </Button>
      <ExportMenu label={`Export ${formatCount(selected)} selected`} busy={exporting} onExport={onExport} />
      <Button size="small" color="inherit" onClick={onClear}>
        Clear selection
      </Button>
      {error !== undefined && (
        <Alert severity="error" sx={{ flexBasis: '100%' }}>
          {error}
        </Alert>
      )}
      <ActionMenu
        anchor={moving}
        onClose={() => setMoving(null)}
        actions={(Object.keys(readingStatuses) as ReadingStatus[]).map((status) => ({
          label: `Move to ${readingStatuses[status]}`,
          onSelect: () => onMove(status),
        }))}
      />
      {isTagging && (
        <TagDialog
          title={`Tag ${formatPlural(selected, 'paper')}`}
          tags={tags}
          onClose={() => setTagging(false)}
          onTag={(added) => {
            setTagging(false)
            onTag(added)
          }}
        />
      )}
    </Paper>
  )
}

interface TagDialogProps extends Pick<SelectionBarProps, 'tags' | 'onTag'> {
  title: string
  onClose: () => void
}

function TagDialog({ title, tags, onTag, onClose }: TagDialogProps) {
  const [added, setAdded] = useState<string[]>([])
  return (
    <Dialog open onClose={onClose} aria-labelledby="tag-title" maxWidth="xs" fullWidth>
      <DialogTitle id="tag-title">{title}</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <TagsField value={added} known={tags} onChange={setAdded} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" disabled={added.length === 0} onClick={() => onTag(added)}>
          Add to all
        </Button>
      </DialogActions>
    </Dialog>
  )
}
