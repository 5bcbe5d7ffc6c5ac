import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import type { Paper, Reason } from '#api/contract/papers.ts'

interface PaperFactsProps {
  paper: Paper
  reasons: readonly Reason[]
}

/** Why the paper was delivered, and its comment, journal, code and DOI. Renders nothing if all are absent. */
export function PaperFacts({ paper, reasons }: PaperFactsProps) {
  // Keywords, authors and terms are more specific than categories, so they come first.
  const shownReasons = [...reasons]
    .sort((a, b) => Number(a.kind === 'category') - Number(b.kind === 'category'))
    .slice(0, 2)
  const facts: ReactNode[] = [
    paper.comment,
    paper.journal_ref,
    paper.urls.code !== undefined && <OutsideLink href={paper.urls.code}>code</OutsideLink>,
    paper.urls.doi !== undefined && <OutsideLink href={paper.urls.doi}>DOI</OutsideLink>,
  ].filter((fact) => fact !== null && fact !== false && fact !== '')
  if (shownReasons.length === 0 && facts.length === 0) return null

  return (
    <Typography variant="meta" component="div" sx={{ mt: 1.25, overflowWrap: 'anywhere' }}>
      {shownReasons.length > 0 && (
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
          {shownReasons.map((reason, index) => (
            <Fragment key={`${reason.kind} ${reason.text}`}>
              {index > 0 && ', '}
              <ReasonText reason={reason} />
            </Fragment>
          ))}
        </>
      )}
      {facts.map((fact, index) => {
        const key = `${index}`
        const first = shownReasons.length === 0 && index === 0
        return (
          <Box
            component="span"
            key={key}
            sx={first ? {} : { ml: 1.25, pl: 1.25, borderLeft: 1, borderColor: 'divider' }}
          >
            {fact}
          </Box>
        )
      })}
    </Typography>
  )
}

function ReasonText({ reason: { kind, text } }: { reason: Reason }) {
  switch (kind) {
    case 'category':
      return `you follow ${text}`
    case 'keyword':
      return `matches “${text}”`
    case 'author':
      return `by ${text}`
    case 'term':
      return `about ${text}`
    case 'near':
      return (
        <>
          you saved{' '}
          <Box component="em" sx={{ fontFamily: 'var(--font-serif)', color: 'text.primary', fontSize: '0.9375rem' }}>
            {text}
          </Box>
        </>
      )
    case 'explore':
      return `from a related category: ${text}`
  }
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} target="_blank" rel="noopener" color="inherit" underline="always">
      {children}
    </Link>
  )
}
