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
  /** Terms that it has in common with what it was compared with. */
  terms?: readonly string[] | undefined
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
  const {
    paper,
    state,
    density = 'comfortable',
    abstractLines = 5,
    current = false,
    headingLevel: Heading = 'h2',
  } = props
  const id = useId()
  const compact = density === 'compact'
  const href = props.opens === 'pdf' ? (paper.urls.pdf ?? paper.urls.abs) : paper.urls.abs

  return (
    <article
      className={compact ? 'paper compact' : 'paper'}
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      aria-current={current || undefined}
    >
      <div className="paper-head">
        {state?.seen === false && (
          <span className="paper-unseen">
            <span style={visuallyHidden}>Not seen yet</span>
          </span>
        )}
        <CategoryCodes codes={paper.categories} primary={paper.primary_category} />
        {labelsOf(paper).map((label) => (
          <span key={label} className="code paper-label">
            {label}
          </span>
        ))}
        {props.date !== undefined && <span className="meta paper-date">{props.date}</span>}
      </div>
      <Heading id={id} className={state?.seen ? 'paper-title seen' : 'paper-title'} lang="en" dir="auto">
        <a className="link" href={href} target="_blank" rel="noopener" onClick={props.onOpen} onAuxClick={props.onOpen}>
          {props.title ?? <MathText segments={paper.title_segments} text={paper.title} />}
        </a>
        {state?.seen && <span style={visuallyHidden}> (seen)</span>}
      </Heading>
      {props.titleBefore !== undefined && (
        <details className="meta paper-before">
          <summary>Title changed since it was announced</summary>
          Announced as: <span lang="en">{props.titleBefore}</span>
        </details>
      )}
      <AuthorList authors={paper.authors} followed={props.followedAuthors} linked={props.linked} />
      <PaperAbstract
        lines={compact ? Math.min(abstractLines, 2) : abstractLines}
        expanded={props.expanded}
        onExpandedChange={props.onExpandedChange}
      >
        {paper.abstract === ''
          ? null
          : (props.abstract ?? <MathText segments={paper.abstract_segments} text={paper.abstract} />)}
      </PaperAbstract>
      <PaperFacts paper={paper} reasons={props.reasons ?? []} terms={props.terms} onShowPaper={props.onShowPaper} />
      {props.children}
    </article>
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
