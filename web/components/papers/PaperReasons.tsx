import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { Fragment, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { orderReasons } from '#api/contract/limits.ts'
import type { Reason } from '#api/contract/reasons.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { staticStyles } from '../../shared/theme/staticStyles.ts'
import { opensNewTab } from '../atoms/SiteLink.tsx'

interface PaperReasonsProps {
  reasons: readonly Reason[]
  /** Opens the paper of a "near" reason; without it, the title is plain text. */
  onShowPaper?: ((paperId: string, title: string) => void) | undefined
}

/** Reasons shown before the button for the others. */
const FIRST = 2

const Reasons = styled('span')(
  staticStyles(({ theme }) => ({
    '& > .MuiChip-root': { marginRight: 8 },
    '& > button': { marginLeft: 8, minHeight: '1.5rem', fontSize: theme.typography.code.fontSize },
    // Titles of other papers.
    '& em': {
      color: theme.vars.palette.text.primary,
      fontFamily: theme.typography.abstract.fontFamily,
      fontSize: theme.typography.body1.fontSize,
    },
  })),
)

/** Why the paper is in the list and at its rank: the strongest reasons, and all of them on request. */
export function PaperReasons({ reasons, onShowPaper }: PaperReasonsProps) {
  const [all, setAll] = useState(false)
  const ordered = orderReasons(reasons)
  const shown = all ? ordered : ordered.slice(0, FIRST)
  return (
    <Reasons>
      <Chip variant="label" size="small" color="secondary" component="span" label="Why" />
      {shown.map((reason, index) => (
        <Fragment key={`${reason.kind} ${reason.text}`}>
          {index > 0 && ', '}
          <ReasonText reason={reason} onShowPaper={onShowPaper} />
        </Fragment>
      ))}
      {reasons.length > FIRST && (
        <Link component="button" type="button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${reasons.length - FIRST} more`}
        </Link>
      )}
    </Reasons>
  )
}

/** One reason in words: "about glass", "close to" a paper. */
export function ReasonText({
  reason: { kind, text, paper_id, maybe, papers },
  onShowPaper,
}: Omit<PaperReasonsProps, 'reasons'> & { reason: Reason }) {
  const nameOf = useCategoryNames()
  switch (kind) {
    case 'category':
      return `you follow ${nameOf(text)}`
    case 'topic':
      return (
        <>
          you follow the search “<bdi>{text}</bdi>”
        </>
      )
    case 'typed_topic':
      return (
        <>
          your topic “<bdi>{text}</bdi>”
        </>
      )
    case 'strand':
      return (
        <>
          your interest “<bdi>{text}</bdi>”
        </>
      )
    case 'keyword':
      return `matches “${text}”`
    case 'author':
      return maybe ? `perhaps by ${text}` : `by ${text}`
    case 'term':
      return `about ${text}`
    case 'near': {
      const title = <em lang="en">{text}</em>
      return (
        <>
          close to{' '}
          {onShowPaper && paper_id !== undefined ? (
            // A link, as browsers do not break a button into lines.
            <Link
              color="textSecondary"
              underline="always"
              href={paperPath(paper_id)}
              onClick={(event) => {
                if (opensNewTab(event)) return
                event.preventDefault()
                onShowPaper(paper_id, text)
              }}
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </>
      )
    }
    case 'cites':
      return <Cites text={text} papers={papers ?? []} />
    case 'explore':
      return `to learn whether you like ${nameOf(text)}`
    case 'next_door':
      return `from next door: ${nameOf(text)}`
  }
}

/** "cites 3 of yours", with the titles of these papers on request. */
function Cites({ text, papers }: { text: string; papers: NonNullable<Reason['papers']> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span>
      <Link component="button" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {`cites ${text}`}
      </Link>
      {isOpen &&
        papers.map(({ id, title }, index) => (
          <Fragment key={id}>
            {index === 0 ? ': ' : '; '}
            <Link color="textSecondary" underline="always" component={RouterLink} to={paperPath(id)}>
              <em lang="en">{title}</em>
            </Link>
          </Fragment>
        ))}
    </span>
  )
}
