import { Fragment, useState } from 'react'
import type { Reason } from '#api/contract/papers.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { opensNewTab } from '../atoms/SiteLink.tsx'

interface PaperReasonsProps {
  reasons: readonly Reason[]
  /** Opens the paper of a "near" reason; without it, the title is plain text. */
  onShowPaper?: ((paperId: string, title: string) => void) | undefined
}

/** Reasons shown before the button for the others. */
const FIRST = 2

/** Why the paper is in the list and at its rank: the strongest reasons, and all of them on request. */
export function PaperReasons({ reasons, onShowPaper }: PaperReasonsProps) {
  const [all, setAll] = useState(false)
  const ordered = [...reasons].sort((a, b) => orderOf(a) - orderOf(b))
  const shown = all ? ordered : ordered.slice(0, FIRST)
  return (
    <>
      <span className="paper-why">Why</span>
      {shown.map((reason, index) => (
        <Fragment key={`${reason.kind} ${reason.text}`}>
          {index > 0 && ', '}
          <ReasonText reason={reason} onShowPaper={onShowPaper} />
        </Fragment>
      ))}
      {reasons.length > FIRST && (
        <button
          className="link-button paper-all-reasons"
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Fewer' : `${reasons.length - FIRST} more`}
        </button>
      )}
    </>
  )
}

/** What a paper outside of the usual is comes first; the category, which most papers of the list share, and the topic come last. */
const orderOf = ({ kind }: Reason): number =>
  kind === 'next_door' || kind === 'explore' ? 0 : kind === 'category' || kind === 'topic' ? 2 : 1

/** One reason in words: "about glass", "close to" a paper. */
export function ReasonText({
  reason: { kind, text, paper_id, maybe },
  onShowPaper,
}: Omit<PaperReasonsProps, 'reasons'> & { reason: Reason }) {
  switch (kind) {
    case 'category':
      return `you follow ${text}`
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
    case 'keyword':
      return `matches “${text}”`
    case 'author':
      return maybe ? `perhaps by ${text}` : `by ${text}`
    case 'term':
      return `about ${text}`
    case 'near': {
      const title = (
        <em className="reason-title" lang="en">
          {text}
        </em>
      )
      return (
        <>
          close to{' '}
          {onShowPaper && paper_id !== undefined ? (
            // A link, as browsers do not break a button into lines.
            <a
              className="reason-paper"
              href={paperPath(paper_id)}
              onClick={(event) => {
                if (opensNewTab(event)) return
                event.preventDefault()
                onShowPaper(paper_id, text)
              }}
            >
              {title}
            </a>
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
