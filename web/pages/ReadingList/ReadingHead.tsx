import FileUploadIcon from '@mui/icons-material/FileUploadOutlined'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import type { ReadingCounts } from '#api/contract/readingList.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { ExportMenu } from '../../components/lists/ExportMenu.tsx'
import { useExport } from '../../data/reading/useExport.ts'
import type { ReadingFilter } from '../../data/reads.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'
import { useIsPainted } from '../../shared/useIsPainted.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { HEAD_HEIGHT } from './headHeight.ts'

const DensityChoice = lazyPart(async () => (await import('../DensityChoice.tsx')).DensityChoice)

interface ReadingHeadProps {
  counts: ReadingCounts | undefined
  /** What the list shows. */
  filter: ReadingFilter
  /** Number of papers that it shows; undefined until it is known. */
  shown: number | undefined
  onImport: () => void
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: HEAD_HEIGHT,
  marginBottom: 12,
})

/** On phones the icon alone. */
const ImportButton = styled(Button)(({ theme }) => ({
  [theme.breakpoints.down('sm')]: {
    minWidth: 44,
    paddingInline: 8,
    '& > .MuiButton-startIcon': { marginInline: 0 },
    '& > span:not(.MuiButton-startIcon)': { display: 'none' },
  },
}))

/** Heading of the reading list, with the import, and the export of what is shown, or else of all. */
export function ReadingHead({ counts, filter, shown, onImport }: ReadingHeadProps) {
  const download = useExport()
  const hasPapers = shown !== undefined && shown > 0
  const isPainted = useIsPainted(hasPapers)
  const all = counts && counts.to_read + counts.reading + counts.done
  const { sort } = filter
  return (
    <Head>
      <Typography variant="h1" noWrap>
        Reading list
      </Typography>
      <ControlRow sx={{ justifyContent: 'end' }}>
        <ImportButton variant="outlined" startIcon={<FileUploadIcon />} aria-label="Import" onClick={onImport}>
          <span>Import</span>
        </ImportButton>
        {hasPapers && (
          <ExportMenu
            label={`Export ${formatPlural(shown, 'paper')}`}
            shortLabel={formatCount(shown)}
            busy={download.busy}
            error={download.error?.message}
            onExport={(format) => void download.run(format, { filter })}
          />
        )}
        {all !== undefined && all > 0 && shown !== undefined && shown < all && (
          <ExportMenu
            label={`Export all ${formatCount(all)}`}
            shortLabel={`all ${formatCount(all)}`}
            busy={download.busy}
            onExport={(format) => void download.run(format, { filter: sort ? { sort } : {} })}
          />
        )}
        {isPainted && hasPapers && (
          <Suspense>
            <DensityChoice />
          </Suspense>
        )}
      </ControlRow>
    </Head>
  )
}
