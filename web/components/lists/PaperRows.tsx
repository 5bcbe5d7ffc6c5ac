import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { Paper } from '#api/contract/papers.ts'
import { AuthorList } from '../papers/AuthorList.tsx'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { IntegrityMark } from '../papers/IntegrityMark.tsx'
import { MathText } from '../papers/MathText.tsx'

export interface PaperRowsProps {
  /** Undefined while loading. */
  papers: readonly Paper[] | undefined
  /** The muted word or author that hides each paper, by its id. */
  because?: Readonly<Record<string, string>> | undefined
  error: Error | undefined
  onRetry: () => void
  /** The paper to mark and to scroll to. */
  markedId?: string | undefined
}

/** Papers of a dialog: categories, title and authors of each. */
export function PaperRows({ papers, because, error, onRetry, markedId }: PaperRowsProps) {
  if (error && !papers) return <ErrorState error={error} onRetry={onRetry} compact />
  if (!papers) return <CircularProgress size={24} aria-label="Loading" />
  if (papers.length === 0) return <Typography sx={{ color: 'text.secondary' }}>No papers.</Typography>
  return papers.map((paper) => (
    <Row
      key={paper.id}
      aria-current={paper.id === markedId || undefined}
      ref={paper.id === markedId ? scrollTo : undefined}
    >
      <CategoryCodes paper={paper} />
      <Typography variant="compactTitle" component="h3" lang="en">
        <Link href={paper.urls.abs} target="_blank" rel="noopener" color="inherit">
          <MathText segments={paper.title_segments} text={paper.title} />
        </Link>
      </Typography>
      <IntegrityMark notices={paper.notices} />
      <Authors>
        <AuthorList authors={paper.authors} />
      </Authors>
      {because?.[paper.id] !== undefined && (
        <Typography variant="meta" component="p">
          Muted by “<bdi>{because[paper.id]}</bdi>”
        </Typography>
      )}
    </Row>
  ))
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

const Row = styled('article')(({ theme }) => ({
  marginBottom: 20,
  '&[aria-current]': { paddingLeft: 12, borderLeft: `3px solid ${theme.vars.palette.primary.main}` },
}))

const Authors = styled('div')({ marginTop: 4 })
