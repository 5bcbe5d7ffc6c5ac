import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Taste, TasteEntry } from '#api/contract/taste.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { OrderWorthText } from '../../components/charts/OrderWorthText.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { MutedList, type MutedEntry } from '../../components/taste/MutedList.tsx'
import { TasteList } from '../../components/taste/TasteList.tsx'
import { describeActions, describeFollowed, nameOfEntry } from '../../components/taste/tasteText.ts'
import type { useTaste } from '../../data/taste/useTaste.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { useUser } from '../../shared/useUser.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useIsPainted } from '../../shared/useIsPainted.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import type { Shown } from '../../components/dialogs/ShownPapers.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { actionIn, isMuted, withAction, withMute, type TasteDraft } from './tasteDraft.ts'
import { useTasteEditor } from './useTasteEditor.ts'

const ShownPapers = lazyPart(async () => (await import('../../components/dialogs/ShownPapers.tsx')).ShownPapers)
const PeopleSection = lazyPart(async () => (await import('./PeopleSection.tsx')).PeopleSection)
const StrandsSection = lazyPart(async () => (await import('./StrandsSection.tsx')).StrandsSection)

interface TasteListsProps {
  taste: Taste
  reload: ReturnType<typeof useTaste>['reload']
  change: ReturnType<typeof useTaste>['change']
}

/** The lists of weights and mutes, beside them the newest list as it would be. */
export function TasteLists({ taste, reload, change }: TasteListsProps) {
  const { interests, category_ids } = useUser()
  const nameOf = useCategoryNames()
  const editor = useTasteEditor(taste, { reload, change })
  const [shown, setShown] = useState<Shown | null>(null)
  const wasShown = useWasOpened(shown !== null)
  const isPainted = useIsPainted(true)
  const { draft, edit } = editor
  const row = {
    actionOf: (entry: TasteEntry) => actionIn(draft, entry),
    followedOf: (entry: TasteEntry) => describeFollowed(entry, { ...interests, category_ids }),
    onAction: (entry: TasteEntry, action: Parameters<typeof withAction>[2]) => edit(withAction(draft, entry, action)),
    onShowPapers: (entry: TasteEntry) =>
      setShown({ title: `${nameOfEntry(entry, nameOf)}: ${describeActions(entry.actions)}`, ids: entry.paper_ids }),
  }
  const isEmpty = taste.actions === 0 && taste.more.length === 0 && taste.less.length === 0

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        columnGap: 4,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px', lg: 'minmax(0, 1fr) 350px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
        {isEmpty ? (
          <NothingLearned />
        ) : (
          <>
            <TasteList title="More of" entries={taste.more} empty="Nothing yet." {...row} />
            <TasteList
              title="Less of"
              entries={taste.less}
              empty="Nothing. “Not for me” on a card adds the paper here at once; it counts from the next list on."
              {...row}
            />
          </>
        )}
        {taste.changed.length > 0 && <TasteList title="Changed by you" entries={taste.changed} empty="" {...row} />}
        <MutedList
          entries={mutedEntries(taste, draft)}
          isMuted={({ kind, text }) => isMuted(draft, kind, text)}
          onMutedChange={({ kind, text }, muted) => edit(withMute(draft, kind, text, muted))}
          onShowPapers={({ text, paper_ids = [] }) => setShown({ title: `Hidden by “${text}”`, ids: paper_ids })}
        />
        {!isEmpty && isPainted && (
          <Suspense>
            <StrandsSection />
          </Suspense>
        )}
        {interests.authors.length + interests.muted_authors.length > 0 && isPainted && (
          <Suspense>
            <PeopleSection />
          </Suspense>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0, position: { md: 'sticky' }, top: 84 }}>
        <PreviewPanel editor={editor} />
        <Box component="section" aria-labelledby="order-worth">
          <Typography id="order-worth" component="h2" variant="h3">
            Does the order help?
          </Typography>
          <OrderWorthText worth={taste.order} />
        </Box>
      </Box>
      <LeaveGuard changes={editor.changes} />
      {wasShown && (
        <Suspense>
          <ShownPapers shown={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
      <UndoSnackbar
        message={
          editor.canUndo
            ? editor.undo.error
              ? 'Not taken back'
              : 'Mutes hold at once, the order from the next list on'
            : null
        }
        actionLabel={editor.undo.error ? 'Retry' : 'Undo'}
        onUndo={() => void editor.undo.run()}
        onClose={editor.forgetUndo}
      />
    </Box>
  )
}

/** The saved mutes with their counts, then those that are not saved yet. */
function mutedEntries(taste: Taste, draft: TasteDraft): MutedEntry[] {
  const saved = new Set(taste.muted.map(({ kind, text }) => `${kind} ${text.toLowerCase()}`))
  const added = [
    ...draft.muted_terms.map((text): MutedEntry => ({ kind: 'term', text })),
    ...draft.muted_authors.map((text): MutedEntry => ({ kind: 'author', text })),
  ].filter(({ kind, text }) => !saved.has(`${kind} ${text.toLowerCase()}`))
  return [...taste.muted, ...added]
}

function NothingLearned() {
  return (
    <Paper variant="sheet">
      <EmptyState
        title="Nothing learned yet"
        text="Save, like or open papers, or mark them as not for you: what they have in common appears here, and the order of the next lists follows. A list of papers you know gives a quicker start."
        action={
          <ControlRow sx={{ justifyContent: 'center' }}>
            <Button variant="contained" color="primary" component={RouterLink} to="/profile?section=start">
              Add topics or papers you know
            </Button>
            <Button variant="outlined" component={RouterLink} to="/dashboard">
              Today’s papers
            </Button>
          </ControlRow>
        }
      />
    </Paper>
  )
}
