import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { OWN_FEEDS_MAX } from '#api/contract/limits.ts'
import { useKeptInput } from '../../shared/keptInput.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import type { FeedChoice } from './feedWords.ts'

export interface NewFeedProps {
  choices: readonly FeedChoice[]
  /** Number of feeds that the reader has. */
  count: number
  busy: boolean
  /** Resolves to whether the feed is made. */
  onMake: (choice: FeedChoice) => Promise<boolean>
}

/** Chooses what a new feed is of, and makes it. */
export function NewFeed({ choices, count, busy, onMake }: NewFeedProps) {
  const [chosen, setChosen] = useKeptInput<FeedChoice | null>('new feed', null)
  if (count >= OWN_FEEDS_MAX)
    return (
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {OWN_FEEDS_MAX} of {OWN_FEEDS_MAX} feeds. End one to make another.
      </Typography>
    )
  return (
    <ControlRow
      as="form"
      sx={{ mt: 1 }}
      onSubmit={async (event) => {
        event.preventDefault()
        if (chosen !== null && (await onMake(chosen))) setChosen(null)
      }}
    >
      <Autocomplete
        size="small"
        sx={{ flex: '1 1 220px', maxWidth: 420 }}
        options={choices}
        value={chosen}
        groupBy={({ group }) => group}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ input }) => `${input.kind} ${input.of ?? ''}`}
        isOptionEqualToValue={({ input }, { input: other }) => input.kind === other.kind && input.of === other.of}
        onChange={(_event, choice) => setChosen(choice)}
        noOptionsText="No other feed can be made. Follow a search or tag a paper first."
        renderInput={(params) => <TextField {...params} label="New feed of" />}
      />
      <Button type="submit" variant="outlined" loading={busy} disabled={chosen === null}>
        Create an address
      </Button>
    </ControlRow>
  )
}
