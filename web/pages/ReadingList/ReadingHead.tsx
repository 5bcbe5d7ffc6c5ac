import FileUploadOutlinedIcon from '@mui/icons-material/FileUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { EXPORT_SELECTION_MAX } from '#api/contract/limits.ts'
import type { ReadingCounts } from '#api/contract/readingList.ts'
import { ExportMenu } from '../../components/lists/ExportMenu.tsx'
import { useExport } from '../../data/reading/useExport.ts'

interface ReadingHeadProps {
  counts: ReadingCounts | undefined
  /** Ids of the selected items. */
  selected: ReadonlySet<string>
  onClearSelection: () => void
  onImport: () => void
}

/** Heading of the reading list, with the import, and the export of the whole list or the selection. */
export function ReadingHead({ counts, selected, onClearSelection, onImport }: ReadingHeadProps) {
  const download = useExport()
  const isEmpty = counts !== undefined && counts.to_read + counts.reading + counts.done === 0
  const disabledBecause =
    selected.size > EXPORT_SELECTION_MAX
      ? `Select at most ${EXPORT_SELECTION_MAX} papers, or none to export all.`
      : undefined
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'start',
        justifyContent: 'space-between',
        columnGap: 1,
        rowGap: 1,
        mb: 2,
      }}
    >
      <Typography variant="h1" sx={{ whiteSpace: 'nowrap' }}>
        Reading list
      </Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-end',
          gap: 1,
          // On phones the buttons fit beside the heading without their icons.
          '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
        }}
      >
        <Button
          variant="outlined"
          startIcon={<FileUploadOutlinedIcon />}
          onClick={onImport}
          // There the buttons of a selection need its place.
          sx={{ display: { xs: selected.size > 0 ? 'none' : 'inline-flex', sm: 'inline-flex' } }}
        >
          Import
        </Button>
        {!isEmpty && (
          <ExportMenu
            selected={selected.size}
            busy={download.busy}
            disabledBecause={disabledBecause}
            error={download.error?.message}
            onExport={(format) => void download.run(format, [...selected])}
            onClearSelection={onClearSelection}
          />
        )}
      </Box>
    </Box>
  )
}
