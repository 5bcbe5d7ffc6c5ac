import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { ReviewPaper, ReviewSection as Section } from '#api/contract/review.ts'
import { firstAuthors } from '../../shared/firstAuthors.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { IntegrityMark } from '../papers/IntegrityMark.tsx'
import { MathText } from '../papers/MathText.tsx'

export interface ReviewSectionProps extends Section {
  title: string
}

/** A section of the weekly review: a figure, if there is one, a sentence, and its papers. */
export function ReviewSection({ title, figure, text, papers }: ReviewSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Head>
        <Typography id={id} component="h2" variant="h3">
          {title}
        </Typography>
        {figure !== null && <Figure aria-hidden="true">{figure}</Figure>}
      </Head>
      <Typography component="p">{text}</Typography>
      <ReviewPapers papers={papers} />
    </section>
  )
}

/** The headlines of papers, with what the review says of each. Renders nothing without papers. */
export function ReviewPapers({ papers }: { papers: readonly ReviewPaper[] }) {
  if (papers.length === 0) return null
  return (
    <Rows>
      {papers.map(({ paper, text }) => (
        <li key={paper.id}>
          <Link component={RouterLink} to={paperPath(paper.id)} variant="headline" color="inherit" lang="en" dir="auto">
            <MathText segments={paper.title_segments} text={paper.title} />
          </Link>
          <IntegrityMark notices={paper.notices} />
          <Typography variant="meta" component="p">
            {[firstAuthors(paper) || 'No authors given', text].filter(Boolean).join(' · ')}
          </Typography>
        </li>
      ))}
    </Rows>
  )
}

const Head = styled('div')({ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 16 })

/** The sentence below says it, too. */
const Figure = styled('span')(({ theme }) => ({
  ...theme.typography.h2,
  color: theme.vars.palette.primary.main,
  fontVariantNumeric: 'tabular-nums',
}))

const Rows = styled('ul')(({ theme }) => ({
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  '& > li': { paddingBlock: 10, borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& a': { overflowWrap: 'anywhere' },
}))
