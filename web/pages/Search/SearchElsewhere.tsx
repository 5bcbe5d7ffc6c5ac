import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ElsewherePaper, ElsewhereResponse } from '#api/contract/elsewhere.ts'
import type { Paper as PaperRecord } from '#api/contract/papers.ts'
import type { SearchResponse } from '#api/contract/search.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { ListedRow, type ListedRowProps } from '../../components/papers/ListedRow.tsx'
import { useChanges } from '../../data/offline/useChanges.ts'
import { useLookUp } from '../../data/papers/useLookUp.ts'
import { useElsewhere } from '../../data/search/useElsewhere.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'

interface SearchElsewhereProps {
  q: string
  /** The services that can be asked. */
  services: NonNullable<SearchResponse['elsewhere']>
}

/** Searches for the same words at another service, when the reader asks for it. What it lists can be saved. */
export function SearchElsewhere({ q, services }: SearchElsewhereProps) {
  const { asked, ask, answer, error, isLoading, retry, showFound } = useElsewhere(
    q,
    services.map(({ id }) => id),
  )
  const name = services.find(({ id }) => id === asked)?.name ?? ''
  return (
    <Box component="section" aria-labelledby="elsewhere" sx={{ mt: 5 }}>
      <Typography id="elsewhere" variant="section" component="h2">
        Search elsewhere
      </Typography>
      <Typography sx={{ mt: 0.75, mb: 1.5, color: 'text.secondary' }}>
        The library has the papers announced since it was set up. Older and other ones may be at a service, to which
        your words are sent.
      </Typography>
      <ControlRow sx={{ mb: 1.5 }}>
        {services.map((service) => (
          <Button
            key={service.id}
            variant="outlined"
            aria-pressed={service.id === asked}
            onClick={() => ask(service.id)}
          >
            {`Search at ${service.name}`}
          </Button>
        ))}
      </ControlRow>
      <Typography component="output" variant="body2" color="textSecondary" sx={{ display: 'block', mb: 1.5 }}>
        {isLoading ? `Searching at ${name}…` : answer && summarise(answer)}
      </Typography>
      {error && !isLoading && <ErrorState error={error} onRetry={retry} headingLevel="h3" compact />}
      {isLoading && (
        <Paper variant="sheet" aria-hidden>
          {[1, 2, 3].map((row) => (
            <PaperCardSkeleton key={row} density="compact" />
          ))}
        </Paper>
      )}
      {answer && answer.items.length > 0 && (
        <Paper
          variant="sheet"
          component="ul"
          aria-label={`Papers at ${answer.name}`}
          sx={{ containerType: 'inline-size', '& > li': { paddingInline: { xs: 2, sm: 2.5 } } }}
        >
          {answer.items.map((listed) => (
            <Listed
              key={listed.ref ?? listed.url}
              listed={listed}
              service={answer.name}
              onFound={(paper) => void showFound(listed.ref ?? '', paper)}
            />
          ))}
        </Paper>
      )}
    </Box>
  )
}

function summarise({ name, words, items, total, unreadable }: ElsewhereResponse): string {
  const left = unreadable === 0 ? '' : ` The records of ${formatCount(unreadable)} could not be read.`
  if (total === 0) return `${name} has no paper with these words: “${words}”.`
  const shown = items.length + unreadable < total ? `The best ${items.length} of ${formatCount(total)} papers` : ''
  return `${shown || formatPlural(items.length, 'paper')} at ${name} for “${words}”.${left}`
}

interface ListedProps {
  listed: ElsewherePaper
  service: string
  /** Called when the library has the paper. */
  onFound: (paper: PaperRecord) => void
}

/** A listed paper. One that the library lacks is looked up when it is saved. */
function Listed({ listed, service, onFound }: ListedProps) {
  const { setSaved, statusOf, describeFailure, withUnsent } = useChanges()
  const save = ({ id, title }: PaperRecord, saved: boolean) =>
    void setSaved({ paperId: id, title, foundBy: 'search' }, saved, listed.saved_item_id)
  const lookUp = useLookUp(listed.ref ?? '', (paper) => {
    onFound(paper)
    save(paper, true)
  })
  const { paper } = listed
  const { state } = lookUp
  const row: Omit<ListedRowProps, 'listed' | 'service'> =
    paper === undefined
      ? {
          saved: false,
          status: state.status === 'asking' ? 'pending' : state.status,
          error: state.status === 'failed' ? state.error.message : undefined,
          // Also if the page is left before the paper is there.
          onSavedChange: () => void lookUp.start({ save: true }),
        }
      : {
          saved: withUnsent({ paper, state: { saved: listed.saved_item_id !== undefined } }).state.saved,
          status: statusOf(paper.id, 'saved'),
          error: describeFailure(paper.id),
          onSavedChange: (next) => save(paper, next),
        }
  return <ListedRow listed={listed} service={service} {...row} />
}
