import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { JudgedPaper, JudgementInput } from '#api/contract/questions.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { AuthorList } from '../papers/AuthorList.tsx'
import { IntegrityMark } from '../papers/IntegrityMark.tsx'
import { MathText } from '../papers/MathText.tsx'

export interface JudgedRowProps {
  item: JudgedPaper
  /** Below the title: why it is here. */
  note?: ReactNode
  /** It is the one that the keys act on. */
  isCurrent?: boolean
  disabled?: boolean
  onJudge: (value: JudgementInput['value']) => void
}

const CHOICES = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

/** A paper, and whether it answers the question: pressing the chosen button again takes it back. */
export function JudgedRow({ item, note, isCurrent = false, disabled = false, onJudge }: JudgedRowProps) {
  const { paper, value } = item
  return (
    <Row aria-current={isCurrent || undefined} tabIndex={-1}>
      <div>
        <CategoryCodes paper={paper} />
        <Typography variant="compactTitle" component="h3" lang="en">
          <Link component={SiteLink} to={paperPath(paper.id)} color="inherit">
            <MathText segments={paper.title_segments} text={paper.title} />
          </Link>
        </Typography>
        <IntegrityMark notices={paper.notices} />
        <AuthorList authors={paper.authors} />
        {note !== undefined && (
          <Typography variant="meta" component="p">
            {note}
          </Typography>
        )}
      </div>
      <Choices aria-label={`Does “${paper.title}” answer it?`}>
        {CHOICES.map(([choice, label]) => (
          <Button
            key={choice}
            size="small"
            variant={value === choice ? 'contained' : 'outlined'}
            aria-pressed={value === choice}
            disabled={disabled}
            onClick={() => onJudge(value === choice ? 'none' : choice)}
          >
            {label}
          </Button>
        ))}
      </Choices>
    </Row>
  )
}

const Row = styled('article')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  paddingBlock: 12,
  overflowWrap: 'anywhere',
  '&[aria-current]': { paddingLeft: 12, borderLeft: `3px solid ${theme.vars.palette.primary.main}` },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
}))

const Choices = styled('fieldset')({ display: 'flex', gap: 8, alignItems: 'start', border: 0, margin: 0, padding: 0 })
