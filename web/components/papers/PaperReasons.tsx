import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Fragment, useState } from 'react'
import type { Reason } from '#api/contract/papers.ts'

interface PaperReasonsProps {
  reasons: readonly Reason[]
  /** Opens the paper of a "near" reason; without it, the title is plain text. */
  onShowPaper?: ((paperId: string, title: string) => void) | undefined
}

/** Reasons shown before "Why this?". */
const FIRST = 2

/** Why the paper is in the list and at its rank: the strongest reasons, and all of them on request. */
export function PaperReasons({ reasons, onShowPaper }: PaperReasonsProps) {
  const [all, setAll] = useState(false)
  const ordered = [...reasons].sort((a, b) => orderOf(a) - orderOf(b))
  const shown = all ? ordered : ordered.slice(0, FIRST)
  return (
    <>
      <Box
        component="span"
        sx={{
          display: 'inline-block',
          px: 0.875,
          mr: 1,
          borderRadius: '5px',
          bgcolor: 'dawnSoft',
          color: 'dawn',
          fontSize: '0.75rem',
          lineHeight: '17px',
          fontWeight: 600,
        }}
      >
        Why
      </Box>
      {shown.map((reason, index) => (
        <Fragment key={`${reason.kind} ${reason.text}`}>
          {index > 0 && ', '}
          <ReasonText reason={reason} onShowPaper={onShowPaper} />
        </Fragment>
      ))}
      {reasons.length > FIRST && (
        <Link
          component="button"
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          sx={{ ml: 1, fontSize: '0.8125rem', minHeight: 24 }}
        >
          {all ? 'Less' : 'Why this?'}
        </Link>
      )}
    </>
  )
}

/** What a paper outside of the usual is comes first; the category, which most papers of the list share, comes last. */
const orderOf = ({ kind }: Reason): number =>
  kind === 'next_door' || kind === 'explore' ? 0 : kind === 'category' ? 2 : 1

/** One reason in words: "about glass", "close to" a paper. */
export function ReasonText({
  reason: { kind, text, paper_id, maybe },
  onShowPaper,
}: Omit<PaperReasonsProps, 'reasons'> & { reason: Reason }) {
  switch (kind) {
    case 'category':
      return `you follow ${text}`
    case 'keyword':
      return `matches “${text}”`
    case 'author':
      return maybe ? `perhaps by ${text}` : `by ${text}`
    case 'term':
      return `about ${text}`
    case 'near': {
      const title = (
        <Box
          component="em"
          lang="en"
          sx={{ fontFamily: 'var(--font-serif)', color: 'text.primary', fontSize: '0.9375rem' }}
        >
          {text}
        </Box>
      )
      return (
        <>
          close to{' '}
          {onShowPaper && paper_id !== undefined ? (
            <Link
              component="button"
              type="button"
              color="inherit"
              underline="always"
              onClick={() => onShowPaper(paper_id, text)}
              sx={{ fontSize: 'inherit', textAlign: 'start', minHeight: 24, display: 'inline' }}
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </>
      )
    }
    case 'explore':
      return `to learn whether you like ${text}`
    case 'next_door':
      return `from next door: ${text}`
  }
}
