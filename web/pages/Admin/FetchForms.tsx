import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { DAYS_BACK_FETCH_MAX, FETCH_RESULTS_DEFAULT, FETCH_RESULTS_MAX } from '#api/contract/limits.ts'
import { usePipeline } from '../../data/admin/usePipeline.ts'
import { useSourcesStatus } from '../../data/admin/paperSources.ts'
import { useStartJob } from '../../data/admin/useJobs.ts'
import { isEnriching } from '../../components/admin/sourceUse.ts'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { useCategories } from '../../data/account/useCategories.ts'
import { RunCard } from './RunCard.tsx'
import { WholeNumberField } from './WholeNumberField.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

/** Fetches the announcements of the last days from every source, or from one; or asks a service about papers. */
export function FetchAllForm() {
  const { fetchAll } = usePipeline()
  const { start, isBusy, error, job } = useStartJob()
  const { categories, error: categoriesError, retry } = useCategories()
  const [category, setCategory] = useKeptInput<string | null>('fetched category', null)
  const [source, setSource] = useKeptInput('fetched source', '')
  const [days, setDays] = useKeptInput<number | null>('fetched days', 1)
  const { data: status } = useSourcesStatus()
  const asked =
    status?.items.filter(
      (one) => one.abilities.includes('announcements') || isEnriching(one) || one.file !== undefined,
    ) ?? []
  const ids = categories?.filter(({ kind }) => kind === 'taxonomy').map(({ id }) => id) ?? []
  return (
    <RunCard
      title="Fetch from the sources"
      text="The announcements of the last days, of what readers follow. A service that knows more about papers is asked about those that are due."
      job={job}
      error={error}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (days !== null)
            void start(() => fetchAll({ days_back: days, ...(category && { category }), ...(source && { source }) }))
        }}
      >
        <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
          <TextField
            select
            fullWidth
            size="small"
            label="Source"
            value={source}
            onChange={(event) => setSource(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">All that are switched on</MenuItem>
            {asked.map(({ id, name, state }) => (
              <MenuItem key={id} value={id} disabled={state === 'off'}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <Autocomplete
            fullWidth
            size="small"
            options={ids}
            value={category}
            onChange={(_event, id) => setCategory(id)}
            noOptionsText={categories ? 'No category matches' : 'The categories are not loaded yet.'}
            renderInput={(params) => <TextField {...params} label="Category too (optional)" />}
          />
          {categoriesError && !categories && (
            <MissingPart what="The categories" error={categoriesError} onRetry={retry} />
          )}
          <WholeNumberField label="Days back" value={days} min={1} max={DAYS_BACK_FETCH_MAX} onChange={setDays} />
          <Button type="submit" variant="contained" color="primary" loading={isBusy} disabled={days === null}>
            Fetch now
          </Button>
        </Stack>
      </form>
    </RunCard>
  )
}

/** Fetches the papers that match a query of the arXiv API. */
export function FetchArxivForm() {
  const { fetchArxiv } = usePipeline()
  const { start, isBusy, error, job } = useStartJob()
  const [query, setQuery] = useKeptInput('fetched query', '')
  const [results, setResults] = useKeptInput<number | null>('fetched results', FETCH_RESULTS_DEFAULT)
  return (
    <RunCard title="Fetch from arXiv by query" text="In arXiv’s own query language." job={job} error={error}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (results !== null && query.trim() !== '')
            void start(() => fetchArxiv({ query: query.trim(), max_results: results }))
        }}
      >
        <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
          <TextField
            fullWidth
            size="small"
            label="Query"
            placeholder="cat:cs.CL AND ti:parsing"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 1_000, spellCheck: false } }}
          />
          <WholeNumberField
            label="Papers at most"
            value={results}
            min={1}
            max={FETCH_RESULTS_MAX}
            onChange={setResults}
          />
          <Button
            type="submit"
            variant="contained"
            color="primary"
            loading={isBusy}
            disabled={results === null || query.trim() === ''}
          >
            Fetch by query
          </Button>
        </Stack>
      </form>
    </RunCard>
  )
}
