import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SEARCH_PAGE_SIZE, SEARCH_QUERY_MAX, SIMILAR_MAX } from '#api/contract/limits.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { TextSearchForm } from '../../components/search/TextSearchForm.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { useSimilarText } from '../../data/papers/useSimilarText.ts'
import { useTextSearch } from '../../data/search/textSearch.ts'
import { formatPlural } from '../../shared/format.ts'
import { useUser } from '../../shared/useUser.ts'
import { SearchHits } from './SearchHits.tsx'

const LONGER =
  `A search has at most ${SEARCH_QUERY_MAX} characters, and this is longer. ` +
  'It can be compared with the papers of the library instead.'

/** Finds papers like a text, such as the abstract of a draft. */
export function SearchByText() {
  const { preferences } = useUser()
  const { text, setText, asked, ask } = useTextSearch()
  /** The text whose further papers are shown, too. */
  const [extended, setExtended] = useState<string | null>(null)
  const first = useSimilarText(asked, SEARCH_PAGE_SIZE)
  const all = useSimilarText(extended === asked ? asked : null, SIMILAR_MAX)
  const { error, isLoading, isStale, retry } = first
  const { answer } = all.answer && !all.isStale ? all : first
  const count = answer?.hits.length ?? 0
  const isLonger = asked === null && text.length > SEARCH_QUERY_MAX

  const field = useRef<HTMLTextAreaElement>(null)
  const begin = useEffectEvent(() => {
    if (asked !== null) return
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(text.length, text.length)
  })
  useEffect(() => begin(), [])

  return (
    <>
      <PageTitle title="Similar papers" isLoading={asked !== null && !answer && !error} />
      <Typography variant="h1" sx={{ mb: 2 }}>
        Similar papers
      </Typography>
      {isLonger && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {LONGER}
        </Alert>
      )}
      <TextSearchForm
        value={text}
        inputRef={field}
        busy={isLoading}
        onChange={setText}
        onSubmit={() => (text === asked ? void retry() : ask())}
      />
      {asked !== null && (
        <Box sx={{ mt: 2, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography component="output" variant="body2" sx={{ display: 'block', mb: 1.5, color: 'text.secondary' }}>
            {!answer ? '' : isStale ? 'Comparing…' : summarise(count)}
          </Typography>
          {answer?.note !== undefined && count > 0 && (
            <Alert severity="info" sx={{ mb: 1.5 }}>
              {answer.note}
            </Alert>
          )}
          {error && !isLoading ? (
            <ErrorState error={error} onRetry={() => void retry()} />
          ) : !answer ? (
            <Paper variant="sheet" component="section" aria-busy="true" aria-label="Loading similar papers">
              {[1, 2, 3, 4, 5].map((row) => (
                <PaperCardSkeleton key={row} density={preferences.reading.density} />
              ))}
            </Paper>
          ) : count === 0 && !isStale ? (
            <EmptyState title="Nothing like it found" text={answer.note} />
          ) : (
            <SearchHits
              hits={answer.hits}
              stale={isStale}
              renderEnd={(focusFirstNew) =>
                all.error && !all.isLoading ? (
                  <ErrorState error={all.error} onRetry={() => void all.retry()} compact />
                ) : count === SEARCH_PAGE_SIZE && (!all.answer || all.isLoading) ? (
                  <Box sx={{ pt: 2, textAlign: 'center' }}>
                    <Button
                      variant="outlined"
                      loading={all.isLoading}
                      onClick={() => {
                        focusFirstNew()
                        setExtended(asked)
                      }}
                    >
                      Show {SIMILAR_MAX - SEARCH_PAGE_SIZE} more
                    </Button>
                  </Box>
                ) : null
              }
            />
          )}
        </Box>
      )}
    </>
  )
}

const summarise = (count: number): string =>
  count === 0 ? 'No similar papers.' : `${formatPlural(count, 'paper')} like your text, closest first.`
