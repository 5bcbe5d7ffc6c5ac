import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import type { CardState, PaperDetails } from '#api/contract/papers.ts'
import { CategoryCodes } from '../../components/atoms/CategoryCode.tsx'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { focusNote } from '../../components/papers/focusNote.ts'
import { AuthorList } from '../../components/papers/AuthorList.tsx'
import { MathText } from '../../components/papers/MathText.tsx'
import { PaperActionRow } from '../../components/papers/PaperActionRow.tsx'
import { PaperFacts } from '../../components/papers/PaperFacts.tsx'
import { useCopyLink } from '../../components/papers/useCopyLink.ts'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { usePaperActions } from '../../data/papers/usePaperActions.ts'
import { KEPT, useSendOrKeep, WAITS } from '../../data/offline/useSendOrKeep.ts'
import { useToggleSaved } from '../../data/reading/useToggleSaved.ts'
import { useAction } from '../../data/useAction.ts'
import { focusHeading } from '../../shared/focusHeading.ts'
import { formatDate, formatDay } from '../../shared/format.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'
import { useUser } from '../../shared/useUser.ts'
import { PaperNote } from './PaperNote.tsx'
import { PaperSections, PaperWhy } from './PaperSections.tsx'

interface PaperContentProps {
  paper: PaperDetails
  onChange: (paper: PaperDetails) => void
}

/** Everything about one paper: head, actions, abstract, versions, why it was shown, note, similar papers. */
export function PaperContent({ paper, onChange }: PaperContentProps) {
  const { preferences, interests } = useUser()
  const { click, sendFeedback } = usePaperActions()
  const toggleSaved = useToggleSaved()
  const related = useRelatedPapers()
  const announce = useAnnounce()
  const copyLink = useCopyLink()
  /** The item removed on this page: saving again restores its note. */
  const [removedId, setRemovedId] = useState<string | null>(null)
  const { sendOrKeep, isQueued, withUnsent } = useSendOrKeep()
  const { state } = withUnsent({ paper, state: paper.state })
  /** Counts how often Save was pressed with success: the editor of the note starts anew. */
  const [presses, setPresses] = useState(0)
  /** The last action that u can undo. */
  const lastAction = useRef<'save' | 'feedback' | null>(null)
  const setState = (changes: Partial<CardState>) => onChange({ ...paper, state: { ...paper.state, ...changes } })

  const toggle = useAction(async () => {
    // The item stays known while its removal waits for the connection.
    const itemId = state.saved_item_id ?? (state.saved ? undefined : (removedId ?? undefined))
    const result = await toggleSaved(paper, { isSaved: state.saved, itemId })
    if (result === KEPT) return announce(WAITS)
    setRemovedId(state.saved ? (itemId ?? null) : null)
    setState({ saved: result !== undefined, saved_item_id: result })
    announce(result === undefined ? 'Removed from your reading list' : 'Saved to your reading list')
    setPresses((count) => count + 1)
    lastAction.current = 'save'
  })
  const feedback = useAction(async (value: 'like' | 'dislike' | 'none') => {
    const result = await sendOrKeep({ paperId: paper.id, title: paper.title, what: value }, () =>
      sendFeedback(paper.id, value),
    )
    if (result === KEPT) return announce(WAITS)
    setState(result)
    announce(value === 'like' ? 'Liked' : value === 'dislike' ? 'Not for me' : 'Taken back')
    lastAction.current = 'feedback'
  })
  const undoLast = async () => {
    if (lastAction.current === 'save') await toggle.run()
    else if (state.dismissed || (lastAction.current === 'feedback' && state.liked)) await feedback.run('none')
    lastAction.current = null
  }
  const undoDismissal = () => {
    // The sentence with its link is gone then.
    focusHeading()
    void feedback.run('none')
  }
  const openInTab = (url: string) => {
    window.open(url, '_blank', 'noopener')
    void click(paper.id)
  }
  useShortcuts(
    {
      s: () => void toggle.run(),
      c: () => related.showCitation(paper),
      v: () => openInTab(paper.urls.abs),
      p: () => openInTab(paper.urls.pdf ?? paper.urls.abs),
      h: () => void feedback.run('dislike'),
      n: () => focusNote(document.querySelector('#paper-note')),
      u: () => void undoLast(),
    },
    preferences.shortcuts,
  )

  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' },
        gridTemplateRows: { md: 'auto 1fr' },
        columnGap: { md: 6, lg: 8 },
        rowGap: 4,
      }}
    >
      <PageTitle title={paper.title} />
      <article aria-labelledby="paper-title">
        <CategoryCodes codes={paper.categories} primary={paper.primary_category} />
        <Typography
          id="paper-title"
          component="h1"
          variant="h1"
          lang="en"
          dir="auto"
          // Titles of papers are longer than those of pages.
          sx={{ mt: 0.5, fontSize: { xs: '1.6875rem', sm: '2.125rem' }, textWrap: 'balance', overflowWrap: 'anywhere' }}
        >
          <MathText segments={paper.title_segments} text={paper.title} />
        </Typography>
        <Box sx={{ mt: 0.75 }}>
          <AuthorList authors={paper.authors} max={20} followed={interests.authors} />
        </Box>
        <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
          {describeDays(paper)}
        </Typography>
        {paper.withdrawn && (
          <Typography sx={{ mt: 1, color: 'error.main' }}>Its authors have withdrawn this paper.</Typography>
        )}
        <PaperActionRow
          paper={paper}
          saved={state.saved}
          liked={state.liked}
          error={toggle.error?.message ?? feedback.error?.message}
          saveStatus={toggle.busy ? 'pending' : toggle.error ? 'failed' : isQueued(paper.id) ? 'queued' : 'idle'}
          actions={{
            onSavedChange: () => void toggle.run(),
            onOpen: () => void click(paper.id),
            onFeedback: (value) => void feedback.run(value),
            onCite: () => related.showCitation(paper),
            onCopyLink: () => void copyLink(paper.id),
          }}
        />
        {state.dismissed && (
          <Typography variant="meta" component="p" sx={{ mt: 1 }}>
            Marked “Not for me”.{' '}
            <Link component="button" type="button" onClick={undoDismissal} sx={{ minHeight: 24 }}>
              Undo
            </Link>
          </Typography>
        )}
        <Typography component="h2" variant="h3" sx={{ mt: 2 }}>
          Abstract
        </Typography>
        <Typography component="div" variant="abstract" lang="en" dir="auto" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>
          {paper.abstract === '' ? (
            'The source gives no abstract.'
          ) : (
            <MathText segments={paper.abstract_segments} text={paper.abstract} />
          )}
        </Typography>
        <PaperFacts paper={paper} reasons={[]} />
      </article>
      {/* The reader's own part: beside the paper where there is room, else below it. */}
      <Box sx={{ gridArea: { md: '1 / 2 / 3 / 3' }, display: 'grid', alignContent: 'start', gap: 4, minWidth: 0 }}>
        <PaperNote
          key={presses}
          paperId={paper.id}
          itemId={state.saved_item_id}
          onSaved={(item) => setState({ saved: true, saved_item_id: item.id })}
        />
        <PaperWhy paper={paper} onShowPaper={related.showNear} />
      </Box>
      <PaperSections paper={paper} onMoreSimilar={() => related.showSimilar(paper)} />
      {related.dialogs}
    </Box>
  )
}

/** "Submitted 18 November 2026 · announced Fri 20 Nov 2026 · version 1". */
const describeDays = ({ published_at, announced_on, announce_type, version }: PaperDetails): string =>
  [
    published_at !== null && `Submitted ${formatDate(published_at)}`,
    announced_on !== null && `${announceVerb(announce_type)} ${formatDay(announced_on)} ${announced_on.slice(0, 4)}`,
    version !== null && `version ${version}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The library may know only a later announcement of a paper than its first. */
function announceVerb(type: PaperDetails['announce_type']): string {
  if (type === 'cross' || type === 'replace-cross') return 'cross-listed'
  return type === 'replace' ? 'updated' : 'announced'
}
