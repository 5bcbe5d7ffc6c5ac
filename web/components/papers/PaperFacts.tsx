import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { Paper, Reason } from '#api/contract/papers.ts'
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

/** One after the other, with a line between them. */
const Facts = styled('div')(
  staticStyles(({ theme }) => ({
    ...theme.typography.meta,
    marginTop: 10,
    overflowWrap: 'anywhere',
    '& > * + *': { marginLeft: 10, paddingLeft: 10, borderLeft: `1px solid ${theme.vars.palette.divider}` },
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
function factsOfServices(paper: Paper): ReactNode[] {
  const { metrics, urls, facts_from = [], abstract_from } = paper
  const by = (fact: NonNullable<Paper['facts_from']>[number]['facts'][number]) =>
    facts_from.find(({ facts }) => facts.includes(fact))
  const [cited, voted] = [by('citations'), by('upvotes')]
  return [
    abstract_from && (
      <>
        abstract from <OutsideLink href={abstract_from.url}>{abstract_from.name}</OutsideLink>
      </>
    ),
    cited !== undefined && Boolean(metrics.citations) && (
      <>
        {formatPlural(metrics.citations ?? 0, 'citation')} (<OutsideLink href={cited.url}>{cited.name}</OutsideLink>)
      </>
    ),
    voted !== undefined && Boolean(metrics.upvotes) && (
      <>
        {formatPlural(metrics.upvotes ?? 0, 'vote')} (<OutsideLink href={voted.url}>{voted.name}</OutsideLink>)
      </>
    ),
    urls.code !== undefined && (
      <>
        <OutsideLink href={urls.code}>code</OutsideLink>
        {metrics.stars !== undefined && ` (${formatPlural(metrics.stars, 'star')})`}
      </>
    ),
    urls.project !== undefined && <OutsideLink href={urls.project}>project page</OutsideLink>,
  ]
}
