import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import Paper from '@mui/material/Paper'
import type { ComponentProps } from 'react'
import { radii } from '../../shared/theme/radii.ts'
import { ReadingDetail } from './ReadingDetail.tsx'

type DetailProps = Omit<ComponentProps<typeof ReadingDetail>, 'item' | 'headingId' | 'onClose'>

interface OpenItemProps extends DetailProps {
  /** Undefined if there is none. */
  item: ComponentProps<typeof ReadingDetail>['item'] | undefined
  /** Beside the list; otherwise over it. */
  isBeside: boolean
  /** Over the list: whether it is shown. */
  isShown: boolean
  onClose: () => void
}

const HEADING_ID = 'reading-detail-title'

/** The open paper of the list: beside it on wide screens, over it on phones. */
export function OpenItem({ item, isBeside, isShown, onClose, ...rest }: OpenItemProps) {
  const detail = item && (
    <ReadingDetail
      key={item.id}
      item={item}
      headingId={HEADING_ID}
      onClose={isBeside ? undefined : onClose}
      {...rest}
    />
  )
  if (!isBeside)
    return (
      <Dialog
        fullScreen
        id="reading-detail"
        open={isShown}
        onClose={onClose}
        aria-labelledby={HEADING_ID}
        slotProps={{ paper: { sx: { borderRadius: 0, border: 0 } } }}
      >
        {detail}
      </Dialog>
    )
  if (!detail) return null
  return (
    <Box
      component="section"
      id="reading-detail"
      aria-labelledby={HEADING_ID}
      sx={{
        position: 'sticky',
        top: 84,
        maxHeight: 'calc(100vh - 100px)',
        overflowY: 'auto',
        borderRadius: `${radii.sheet}px`,
        // The list prints with its notes.
        '@media print': { display: 'none' },
      }}
    >
      <Paper variant="sheet">{detail}</Paper>
    </Box>
  )
}
