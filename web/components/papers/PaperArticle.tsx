import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode, type Ref } from 'react'
import type { CardState, Paper, Reason } from '#api/contract/papers.ts'
import { AuthorList } from './AuthorList.tsx'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { MathText } from './MathText.tsx'
import { PaperAbstract } from './PaperAbstract.tsx'
import { PaperFacts } from './PaperFacts.tsx'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'

export interface PaperArticleProps {
  paper: Paper
  /** What the user did with the paper; undefined if no user is signed in. */
  state?: Partial<CardState>
  /** Called when the user opens the paper's source in a new tab. */
  onOpen?: () => void
  onExpandedChange?: (expanded: boolean) => void
  /** Opens another paper that a reason names. */
  onShowPaper?: ((paperId: string, title: string) => void) | undefined
  /** False if authors are not links, because no user is signed in. */
  linked?: boolean
  reasons?: readonly Reason[]
  density?: 'comfortable' | 'compact'
  /** Lines of the abstract before "more"; 0 hides it until it is expanded. */
  abstractLines?: number
  /** Target of the title link. */
  opens?: 'abs' | 'pdf'
  /** True for the paper that is selected by keyboard. */
  current?: boolean
  /** Makes the abstract controlled, for the keyboard shortcut. */
  expanded?: boolean
  headingLevel?: 'h2' | 'h3'
  followedAuthors?: readonly string[]
  /** The title as it was announced, if it has changed since. */
  titleBefore?: string | undefined
  /** Replace the plain title and abstract, for example by ones with marked search hits. */
  title?: ReactNode
  abstract?: ReactNode
  /** Shown at the right of the first row, for example when the paper was saved. */
  date?: ReactNode
  /** Shown at the end of the article. */
  children?: ReactNode
  ref?: Ref<HTMLElement>
}

/** A paper without actions. */
export function PaperArticle({ ref, ...props }: PaperArticleProps) {
  const { paper, state, density = 'comfortable', abstractLines = 5, current = false } = props
  const id = useId()
  const compact = density === 'compact'
  const href = props.opens === 'pdf' ? (paper.urls.pdf ?? paper.urls.abs) : paper.urls.abs

  return (
    <Box
      component="article"
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      aria-current={current || undefined}
      sx={{
        position: 'relative',
        px: { xs: 2, sm: 3.25 },
        pt: compact ? 1.75 : 2.5,
        pb: compact ? 1 : 1.5,
        scrollMarginTop: 88,
        '&::before': { content: '""', position: 'absolute', inset: '0 auto 0 0', width: 3, bgcolor: 'primary.main' },
        ...(!current && { '&::before': { display: 'none' } }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 1, flexWrap: 'wrap', minHeight: 24 }}>
        {state?.seen === false && (
          <Box component="span" sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'dawn' }}>
            <span style={visuallyHidden}>Not seen yet</span>
          </Box>
        )}
        <CategoryCodes codes={paper.categories} primary={paper.primary_category} />
        {labelsOf(paper).map((label) => (
          <Typography
            key={label}
            variant="code"
            component="span"
            sx={{ px: 0.875, border: 1, borderColor: 'divider', borderRadius: '6px', color: 'text.secondary' }}
          >
            {label}
          </Typography>
        ))}
        {props.date !== undefined && (
          <Typography variant="meta" component="span" sx={{ ml: 'auto' }}>
            {props.date}
          </Typography>
        )}
      </Box>
      <Typography
        id={id}
        component={props.headingLevel ?? 'h2'}
        variant={compact ? 'compactTitle' : 'paperTitle'}
        lang="en"
        dir="auto"
        sx={{ mt: 0.25, ...(state?.seen && { fontWeight: 450 }) }}
      >
        <Link
          href={href}
          target="_blank"
          rel="noopener"
          color="inherit"
          onClick={props.onOpen}
          onAuxClick={props.onOpen}
        >
          {props.title ?? <MathText segments={paper.title_segments} text={paper.title} />}
        </Link>
        {state?.seen && <span style={visuallyHidden}> (seen)</span>}
      </Typography>
      {props.titleBefore !== undefined && (
        <Typography variant="meta" component="details" sx={{ '& summary': { cursor: 'pointer' } }}>
          <summary>Title changed since it was announced</summary>
          Announced as:{' '}
          <Box component="span" lang="en" sx={{ fontFamily: 'var(--font-serif)' }}>
            {props.titleBefore}
          </Box>
        </Typography>
      )}
      <Box sx={{ mt: 0.25 }}>
        <AuthorList authors={paper.authors} followed={props.followedAuthors} linked={props.linked} />
      </Box>
      <PaperAbstract
        lines={compact ? Math.min(abstractLines, 2) : abstractLines}
        expanded={props.expanded}
        onExpandedChange={props.onExpandedChange}
      >
        {paper.abstract === ''
          ? null
          : (props.abstract ?? <MathText segments={paper.abstract_segments} text={paper.abstract} />)}
      </PaperAbstract>
      <PaperFacts paper={paper} reasons={props.reasons ?? []} onShowPaper={props.onShowPaper} />
      {props.children}
    </Box>
  )
}

/** Returns the labels of a sample, withdrawn, cross-listed or updated paper. */
function labelsOf({ source, withdrawn, announce_type, version }: Paper): string[] {
  const labels = source === 'sample' ? ['Sample'] : []
  if (withdrawn) return [...labels, 'Withdrawn']
  if (announce_type === 'cross' || announce_type === 'replace-cross') return [...labels, 'Cross-list']
  if (announce_type === 'replace') return [...labels, version === null ? 'Updated' : `Updated v${version}`]
  return labels
}
