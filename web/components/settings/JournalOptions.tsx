import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Category } from '#api/contract/categories.ts'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import type { Journals } from '../../data/account/useJournals.ts'
import { formatPlural } from '../../shared/format.ts'
import { useStableHandlers } from '../../shared/useStableHandlers.ts'
import { useTypingPause } from '../../shared/useTypingPause.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { MissingPart } from '../atoms/MissingPart.tsx'
import { Option, OptionFields } from './CategoryOptions.tsx'
import { codeOfIssn, listJournals, type JournalChoice } from './journalChoice.ts'

export interface JournalOptionsProps {
  /** How journals are found and made. */
  journals: Journals
  /** What is searched for. With fewer than three characters only `known` is shown. */
  words: string
  /** Journals with these words that are categories already. */
  known: readonly Category[]
  /** Ids of the chosen categories. */
  chosen: readonly string[]
  disabled: boolean
  /** True if one more cannot be chosen. */
  isFull: boolean
  onToggle: (id: string) => void
}

const WORDS_MIN = 3

/** Journals to follow, found at Crossref while one types. A journal becomes a category when it is chosen. */
export function JournalOptions(props: JournalOptionsProps) {
  const { journals, words, known, chosen, disabled, isFull, onToggle } = props
  const { asked, ask, found, error, isLoading, retry } = journals
  const wanted = words.length < WORDS_MIN || words.length > SEARCH_QUERY_MAX ? '' : words
  useTypingPause(wanted, asked, ask)
  const { toggle } = useStableHandlers({ toggle: onToggle })
  if (wanted === '' && known.length === 0) return null

  const choices = listJournals(known, wanted === '' ? [] : (found?.items ?? []))
  const isSearching = wanted !== '' && (wanted !== asked || isLoading)
  const failure = isSearching ? undefined : found?.failures[0]
  const isEmpty = choices.length === 0 && !isSearching && !error && !failure
  return (
    <Box aria-busy={isSearching} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Typography variant="meta" component="output">
        {isSearching ? 'Looking for journals…' : isEmpty ? `No journal for “${wanted}”.` : countOf(choices)}
      </Typography>
      {choices.length > 0 && (
        <OptionFields label="Journals">
          {choices.map((journal) => (
            <JournalOption
              key={journal.issns[0]}
              journals={journals}
              journal={journal}
              chosen={chosen}
              disabled={disabled}
              isFull={isFull}
              onToggle={toggle}
            />
          ))}
        </OptionFields>
      )}
      {choices.length === 0 && isSearching && !error && <LoadingJournals />}
      {error && found === undefined && <MissingPart what="Journals" error={error} onRetry={retry} />}
      {failure !== undefined && (
        <ControlRow>
          <Typography variant="body2" component="output" color="textSecondary">
            {failure.message} Categories can be chosen all the same.
          </Typography>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </ControlRow>
      )}
    </Box>
  )
}

const countOf = ({ length }: readonly JournalChoice[]): string =>
  length === 0 ? 'Journals' : formatPlural(length, 'journal')

type JournalOptionProps = Pick<JournalOptionsProps, 'journals' | 'chosen' | 'disabled' | 'isFull' | 'onToggle'> & {
  journal: JournalChoice
}

function JournalOption({ journals, journal, chosen, disabled, isFull, onToggle }: JournalOptionProps) {
  const [first = ''] = journal.issns
  const making = journals.making[first]
  const chosenId = journal.issns.map(codeOfIssn).find((code) => chosen.includes(code))
  const toggle = () => {
    if (chosenId !== undefined) onToggle(chosenId)
    else if (isFull) return
    else if (journal.isCategory) onToggle(codeOfIssn(first))
    else if (making !== 'busy') void journals.make(first, onToggle)
  }
  return (
    <Option
      checked={chosenId !== undefined || making === 'busy'}
      disabled={disabled}
      onToggle={toggle}
      details={journal.details}
      error={chosenId === undefined && making !== 'busy' ? making?.message : undefined}
    >
      {journal.name}
    </Option>
  )
}

/** As high as journals are. */
function LoadingJournals() {
  return (
    <div aria-hidden>
      {['60%', '45%', '70%'].map((width) => (
        <Box key={width} sx={{ display: 'flex', alignItems: 'center', minHeight: 64 }}>
          <Skeleton width={width} animation={false} />
        </Box>
      ))}
    </div>
  )
}
