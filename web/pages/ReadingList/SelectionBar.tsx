import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DriveFileMoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import FileDownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import SellIcon from '@mui/icons-material/SellOutlined'
import Alert from '@mui/material/Alert'
import Button, { type ButtonProps } from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useScrollTrigger from '@mui/material/useScrollTrigger'
import { useState, type ReactNode } from 'react'
import type { ExportFormat } from '#api/contract/citations.ts'
import type { ReadingStatus } from '#api/contract/readingList.ts'
import { radii } from '../../shared/theme/radii.ts'
import { ActionMenu } from '../../components/atoms/ActionMenu.tsx'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { ExportFormats } from '../../components/lists/ExportFormats.tsx'
import { formatCount, formatPlural } from '../../shared/format.ts'
import { HEAD_HEIGHT } from './headHeight.ts'
import { TagDialog } from './TagDialog.tsx'

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

/**
 * It is over the heading, in whose place it comes without moving the list, and stays below the bar of the page while the
 * list is scrolled. Beside an open paper it is as wide as the list.
 */
const Bar = styled(Paper)(({ theme: { breakpoints, spacing, zIndex } }) => ({
  position: 'sticky',
  top: 56,
  zIndex: zIndex.appBar - 1,
  boxSizing: 'border-box',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  minHeight: HEAD_HEIGHT,
  marginBottom: `calc(-1 * ${HEAD_HEIGHT})`,
  paddingInline: spacing(1.5, 0.5),
  borderRadius: radii.tile,
  [breakpoints.up('md')]: { width: 'calc((100% - 24px) * 0.6)' },
  // From edge to edge, and at the top while the bar of the page is hidden.
  [breakpoints.down('sm')]: {
    marginInline: -16,
    borderInline: 0,
    borderRadius: 0,
    '&[data-scrolled-down]': { top: 0 },
  },
  '@media print': { display: 'none' },
})) as typeof Paper

/** Its text, or on phones its icon. */
const BarButton = styled(Button)(({ theme: { breakpoints, typography } }) => ({
  minWidth: 0,
  paddingInline: 10,
  '& > svg': { fontSize: typography.pxToRem(22), [breakpoints.up('sm')]: { display: 'none' } },
  '& > span': { [breakpoints.down('sm')]: { display: 'none' } },
}))

interface BarActionProps extends Omit<ButtonProps, 'children'> {
  icon: ReactNode
  text: string
}

function BarAction({ icon, text, ...rest }: BarActionProps) {
  return (
    <BarButton size="small" aria-label={text} {...rest}>
      {icon}
      <span>{text}</span>
    </BarButton>
  )
}

/** What can be done with the selected papers. It stays in the window while the list is scrolled. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, others, tags, busy, exporting, error, onSelectAll, onClear, onTag, onMove, onRemove, onExport } =
    props
  const [moving, setMoving] = useState<HTMLElement | null>(null)
  const [exported, setExported] = useState<HTMLElement | null>(null)
  const [isTagging, setTagging] = useState(false)
  const isScrolledDown = useScrollTrigger()
  return (
    <Bar
      component="section"
      variant="outlined"
      aria-label="Selected papers"
      data-scrolled-down={isScrolledDown || undefined}
    >
      <Typography variant="body2" sx={{ fontWeight: 600, mr: 0.5 }}>
        {formatCount(selected)} selected
      </Typography>
      {others !== undefined && (
        <Button
          size="small"
          disabled={busy}
          aria-label={`Select all ${formatCount(others)}`}
          sx={{ minWidth: 0, px: 1 }}
          onClick={onSelectAll}
        >
          All {formatCount(others)}
        </Button>
      )}
      <Actions>
        <BarAction icon={<SellIcon />} text="Tag" disabled={busy} onClick={() => setTagging(true)} />
        <BarAction
          icon={<DriveFileMoveIcon />}
          text="Move"
          disabled={busy}
          aria-haspopup="menu"
          aria-expanded={moving !== null}
          onClick={(event) => setMoving(event.currentTarget)}
        />
        <BarAction icon={<DeleteIcon />} text="Remove" disabled={busy} onClick={onRemove} />
        <BarAction
          icon={<FileDownloadIcon />}
          text="Export"
          aria-label={`Export ${formatCount(selected)} selected`}
          loading={exporting}
          aria-haspopup="menu"
          aria-expanded={exported !== null}
          onClick={(event) => setExported(event.currentTarget)}
        />
        <IconButton aria-label="Clear selection" onClick={onClear}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Actions>
      {error !== undefined && (
        <Alert severity="error" sx={{ flexBasis: '100%', mb: 1, mr: 1 }}>
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
      <ExportFormats anchor={exported} onClose={() => setExported(null)} onExport={onExport} />
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
    </Bar>
  )
}

/** At the end of the line, and together where the line is too short. */
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', marginLeft: 'auto' })
