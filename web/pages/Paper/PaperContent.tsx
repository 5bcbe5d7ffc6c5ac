import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Suspense, useRef, useState } from 'react'
import { WITHDRAWALS } from '#api/contract/limits.ts'
import type { PaperDetails } from '#api/contract/papers.ts'
import { describeNoAbstract, isNotReviewed, NOT_REVIEWED, serverOf } from '../../shared/preprintServers.ts'
import { CategoryCodes } from '../../components/atoms/CategoryCode.tsx'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { focusNote } from '../../components/papers/focusNote.ts'
import { AuthorList } from '../../components/papers/AuthorList.tsx'
import { MachineSummary } from '../../components/papers/MachineSummary.tsx'
import { IntegrityMark } from '../../components/papers/IntegrityMark.tsx'
import { MathText } from '../../components/papers/MathText.tsx'
import { PaperActionRow } from '../../components/papers/PaperActionRow.tsx'
import { PaperFacts } from '../../components/papers/PaperFacts.tsx'
import { useCopyLink } from '../../components/papers/useCopyLink.ts'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { usePaperActions } from '../../data/papers/usageReports.ts'
import { useChanges, WAITS, type Feedback } from '../../data/offline/useChanges.ts'
import { focusHeading } from '../../shared/focusHeading.ts'
import { formatDay, formatPartialDate } from '../../shared/format.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'
import { useUser } from '../../shared/useUser.ts'
import { useIsPainted } from '../../shared/useIsPainted.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { plainTitle } from '../../shared/plainTitle.ts'
import { PaperGrid, PaperTitle, PaperWhole } from './layout.ts'
import { useOfferedSave } from './useOfferedSave.ts'

// Loaded after the paper is painted.
const PaperSections = lazyPart(async () => (await import('./PaperSections.tsx')).PaperSections)

interface PaperContentProps {
  paper: PaperDetails
}

/** Everything about one paper: head, actions, abstract, versions, why it was shown, note, similar papers. */
export function PaperContent({ paper }: PaperContentProps) {
  const { preferences, interests } = useUser()
  const { click } = usePaperActions()
  const related = useRelatedPapers()
  const announce = useAnnounce()
  const copyLink = useCopyLink()
  const { setSaved, rate, statusOf, failureOf, withUnsent } = useChanges()
  const { state } = withUnsent({ paper, state: paper.state })
  const [removals, setRemovals] = useState(0)
  /** The last action that u can undo. */
  const lastAction = useRef<'save' | 'feedback' | null>(null)
  const isPainted = useIsPainted(true)
  const { saveRef, isOffered } = useOfferedSave(isPainted)
  const foundBy = isOffered ? 'look_up' : 'page'
  const about = { paperId: paper.id, title: plainTitle(paper) }

  const toggle = async () => {
    const saved = !state.saved
    const result = await setSaved({ ...about, foundBy }, saved, state.saved_item_id)
    if (result === 'waiting') announce(WAITS)
    if (result !== 'sent') return
    announce(saved ? 'Saved to your reading list' : 'Removed from your reading list')
    if (!saved) setRemovals((count) => count + 1)
    lastAction.current = 'save'
  }
  const giveFeedback = async (value: Feedback) => {
    const result = await rate(about, value)
    if (result === 'waiting') announce(WAITS)
    if (result !== 'sent') return
    announce(value === 'like' ? 'Liked' : value === 'dislike' ? 'Not for me' : 'Taken back')
    lastAction.current = 'feedback'
  }
  const undoLast = async () => {
    if (lastAction.current === 'save') await toggle()
    else if (state.dismissed || (lastAction.current === 'feedback' && state.liked)) await giveFeedback('none')
    lastAction.current = null
  }
  const undoDismissal = () => {
    // The sentence with its link is gone then.
    focusHeading()
    void giveFeedback('none')
  }
  const openInTab = (url: string) => {
    window.open(url, '_blank', 'noopener')
    void click(paper.id)
  }
  useShortcuts(
    {
      s: () => void toggle(),
      c: () => related.showCitation(paper),
      v: () => openInTab(paper.urls.abs),
      p: () => openInTab(paper.urls.pdf ?? paper.urls.abs),
      h: () => void giveFeedback('dislike'),
      n: () => focusNote(document.querySelector('#paper-note')),
      u: () => void undoLast(),
    },
    preferences.shortcuts,
  )

  return (
    <PaperGrid>
      <PageTitle title={plainTitle(paper)} />
      <Paper variant="sheet" component="article" aria-labelledby="paper-title">
        <PaperWhole>
          <CategoryCodes paper={paper} />
          <PaperTitle id="paper-title" lang="en" dir="auto">
            <MathText segments={paper.title_segments} text={paper.title} />
          </PaperTitle>
          <IntegrityMark notices={paper.notices} />
          <AuthorList authors={paper.authors} max={20} followed={interests.authors} />
          <Typography variant="meta" component="p" sx={{ mt: 0.75 }}>
            {describeDays(paper)}
          </Typography>
          {isNotReviewed(paper) && (
            <Typography variant="meta" component="p" sx={{ mt: 0.75 }}>
              {NOT_REVIEWED}
            </Typography>
          )}
          {paper.withdrawn && (
            <Typography color="error" sx={{ mt: 1.5 }}>
              {WITHDRAWALS[paper.withdrawn_by ?? 'unknown']}
            </Typography>
          )}
          <Box sx={{ mt: 2.5 }}>
            <PaperActionRow
              paper={paper}
              saved={state.saved}
              liked={state.liked}
              error={failureOf(paper.id)?.message}
              saveStatus={statusOf(paper.id, 'saved')}
              saveRef={saveRef}
              actions={{
                onSavedChange: () => void toggle(),
                onOpen: () => void click(paper.id),
                onFeedback: (value) => void giveFeedback(value),
                onCite: () => related.showCitation(paper),
                onCopyLink: () => void copyLink(paper.id),
              }}
            />
          </Box>
          {state.dismissed && (
            <Typography variant="meta" component="p" sx={{ mt: 1 }}>
              Marked “Not for me”.{' '}
              <Link component="button" type="button" onClick={undoDismissal} sx={{ minHeight: '1.5rem' }}>
                Undo
              </Link>
            </Typography>
          )}
          <Typography variant="section" component="h2" sx={{ mt: 3.5, mb: 1 }}>
            Abstract
          </Typography>
          <div className="abstract" lang="en" dir="auto">
            {paper.abstract === '' ? (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {describeNoAbstract(paper)}
              </Box>
            ) : (
              <MathText segments={paper.abstract_segments} text={paper.abstract} />
            )}
          </div>
          <MachineSummary summary={paper.summary} />
          <PaperFacts paper={paper} reasons={[]} saysNotReviewed={false} />
        </PaperWhole>
      </Paper>
      {isPainted && (
        <Suspense>
          <PaperSections
            paper={paper}
            removals={removals}
            onShowPaper={related.showNear}
            onMoreSimilar={() => related.showSimilar(paper)}
          />
        </Suspense>
      )}
      {related.dialogs}
    </PaperGrid>
  )
}

/** "Submitted 18 November 2026 · announced Fri 20 Nov 2026 · version 1", "Published September 2026", "Posted on medRxiv …". */
function describeDays(paper: PaperDetails): string {
  const { kind, announced_on, announce_type, version, published_at, published_precision } = paper
  const server = serverOf(paper)
  const verb = server === undefined ? (kind === undefined ? 'Submitted' : 'Published') : `Posted on ${server}`
  // A server announces a preprint by posting it.
  const isAnnouncedLater = server === undefined || published_at?.slice(0, 10) !== announced_on
  return [
    published_at !== null && `${verb} ${formatPartialDate(published_at, published_precision)}`,
    announced_on !== null &&
      isAnnouncedLater &&
      `${announceVerb(announce_type)} ${formatDay(announced_on)} ${announced_on.slice(0, 4)}`,
    version !== null && `version ${version}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The library may know only a later announcement of a paper than its first. */
function announceVerb(type: PaperDetails['announce_type']): string {
  if (type === 'cross' || type === 'replace-cross') return 'cross-listed'
  return type === 'replace' ? 'updated' : 'announced'
}
