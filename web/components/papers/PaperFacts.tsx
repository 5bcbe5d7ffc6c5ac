import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { Credit, Paper } from '#api/contract/papers.ts'
import type { Reason } from '#api/contract/reasons.ts'
import { creditOf, isNotReviewed, journalOf, serverOf } from '../../shared/preprintServers.ts'
import { staticStyles } from '../../shared/theme/staticStyles.ts'
import { formatPlural } from '../../shared/format.ts'
import { OutsideLink } from '../atoms/OutsideLink.tsx'
import { PaperReasons } from './PaperReasons.tsx'

interface PaperFactsProps {
  paper: Paper
  reasons: readonly Reason[]
  terms?: readonly string[] | undefined
  /** False where `NOT_REVIEWED` is shown beside it. */
  saysNotReviewed?: boolean
  /** Opens a paper that a reason names. */
  onShowPaper?: ((paperId: string, title: string) => void) | undefined
}

/** One after the other, with a line between two in a row: that before the first one of a row is clipped. */
const Facts = styled('div')(
  staticStyles(({ theme }) => ({
    ...theme.typography.meta,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: 21,
    margin: '10px 0 0 -4px',
    paddingLeft: 4,
    overflowX: 'clip',
    overflowWrap: 'anywhere',
    '& > *': { position: 'relative', minWidth: 0 },
    '& > * + *::before': {
      content: '""',
      position: 'absolute',
      inset: '2px auto 2px -11px',
      borderLeft: `1px solid ${theme.vars.palette.divider}`,
    },
  })),
)

/** Why the paper was delivered, what it has in common, and its comment, journal, what services know, DOI and source. Renders nothing if all are absent. */
export function PaperFacts({ paper, reasons, terms, saysNotReviewed = true, onShowPaper }: PaperFactsProps) {
  const server = serverOf(paper)
  const facts: ReactNode[] = [
    terms !== undefined && terms.length > 0 && `Both: ${terms.join(', ')}`,
    paper.comment,
    // The head of a card names its journal.
    paper.journal_ref !== journalOf(paper) && paper.journal_ref,
    ...factsOfServices(paper),
    paper.urls.doi !== undefined && <OutsideLink href={paper.urls.doi}>DOI</OutsideLink>,
    server !== undefined && (
      <>
        <OutsideLink href={paper.urls.abs}>{server}</OutsideLink>
        {saysNotReviewed && isNotReviewed(paper) && ', not peer reviewed'}
      </>
    ),
    creditOf(paper),
  ].filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '')
  if (reasons.length === 0 && facts.length === 0) return null

  return (
    <Facts>
      {reasons.length > 0 && <PaperReasons reasons={reasons} onShowPaper={onShowPaper} />}
      {facts.map((fact, index) => {
        const key = `${index}`
        return <span key={key}>{fact}</span>
      })}
    </Facts>
  )
}

/** What other services know about a paper, each with the name of the service and a link to its page, as they ask for. */
function factsOfServices({ metrics, urls, facts_from = [], abstract_from }: Paper): ReactNode[] {
  const counted = (fact: 'citations' | 'upvotes', noun: string) => {
    const by = facts_from.find(({ facts }) => facts.includes(fact))
    const count = metrics[fact]
    return by && count ? creditedFact(`${formatPlural(count, noun)} (`, by, ')') : null
  }
  return [
    abstract_from && creditedFact('abstract from ', abstract_from),
    counted('citations', 'citation'),
    counted('upvotes', 'vote'),
    urls.code &&
      creditedFact(
        '',
        { name: 'code', url: urls.code },
        metrics.stars ? ` (${formatPlural(metrics.stars, 'star')})` : undefined,
      ),
    urls.project && creditedFact('', { name: 'project page', url: urls.project }),
  ]
}

const creditedFact = (before: string, { name, url }: Credit, after?: ReactNode) => (
  <>
    {before}
    <OutsideLink href={url}>{name}</OutsideLink>
    {after}
  </>
)
