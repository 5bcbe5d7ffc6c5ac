import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { TagsField } from '../../components/papers/TagsField.tsx'

interface TagDialogProps {
  title: string
  /** The user's tags, to choose from. */
  tags: readonly string[]
  onTag: (tags: readonly string[]) => void
  onClose: () => void
}

/** Dialog that adds tags to several papers. */
export function TagDialog({ title, tags, onTag, onClose }: TagDialogProps) {
  const [added, setAdded] = useState<string[]>([])
  return (
    <Dialog open onClose={onClose} aria-labelledby="tag-title" maxWidth="xs" fullWidth>
      <DialogTitle id="tag-title">{title}</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <TagsField value={added} known={tags} onChange={setAdded} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="primary" disabled={added.length === 0} onClick={() => onTag(added)}>
          Add to all
        </Button>
      </DialogActions>
    </Dialog>
  )
}
