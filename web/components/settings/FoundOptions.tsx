import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Category } from '#api/contract/categories.ts'
import { FOLLOWABLE_MAX, WEB_ADDRESS } from '#api/contract/limits.ts'
import type { Followables } from '../../data/account/useFollowables.ts'
import { formatPlural } from '../../shared/format.ts'
import { useStableHandlers } from '../../shared/useStableHandlers.ts'
import { useTypingPause } from '../../shared/useTypingPause.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { MissingPart } from '../atoms/MissingPart.tsx'
import { Option, OptionFields } from './CategoryOptions.tsx'
import { listChoices, type FoundChoice, type FoundKind } from './foundChoice.ts'

export interface FoundOptionsProps {
  /** How subjects of servers, journals, venues, queries and feeds are found and made categories. */
  followables: Followables
  /** What is searched for. With fewer than three characters only `known` is shown. */
  words: string
  /** Those with these words that are categories already. */
  known: readonly Category[]
  /** Ids of the chosen categories. */
  chosen: readonly string[]
  disabled: boolean
  /** True if one more cannot be chosen. */
  isFull: boolean
  onToggle: (id: string) => void
}

const WORDS_MIN = 3

/**
 * What can be followed besides categories, found while one types: subjects of a preprint server, journals, venues of
 * OpenReview and a query of PubMed by words, feeds by an address. It becomes a category when it is chosen.
 */
export function FoundOptions(props: FoundOptionsProps) {
  const { followables, words, known, ...rest } = props
  const { asked, ask, found, error, isLoading, retry } = followables
  const wanted = words.length < WORDS_MIN || words.length > FOLLOWABLE_MAX ? '' : words
  useTypingPause(wanted, asked, ask)
  const { toggle } = useStableHandlers({ toggle: rest.onToggle })
  if (wanted === '' && known.length === 0) return null

  const isSearching = wanted !== '' && (wanted !== asked || isLoading)
  const items = wanted === '' ? [] : (found?.items ?? [])
  const parts: Part[] = kindsFor(wanted, known).map((kind) => ({ kind, choices: listChoices(kind, known, items) }))
  const failures = isSearching ? [] : (found?.failures ?? [])
  const isMissing = error !== undefined && found === undefined
  return (
    <Box aria-busy={isSearching} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {isSearching && (
        <Typography variant="meta" component="output">
          {WEB_ADDRESS.test(wanted) ? 'Looking for feeds…' : 'Looking for journals, venues and papers at PubMed…'}
        </Typography>
      )}
      {parts.map(({ kind, choices }) => (
        <PartOptions
          key={kind}
          {...rest}
          followables={followables}
          onToggle={toggle}
          part={{ kind, choices }}
          // A source that did not answer says so below.
          emptyText={isSearching || isMissing || failures.length > 0 ? undefined : emptyTexts[kind]?.(wanted)}
        />
      ))}
      {isSearching && parts.every(({ choices }) => choices.length === 0) && <LoadingChoices />}
      {isMissing && (
        <MissingPart
          what={WEB_ADDRESS.test(wanted) ? 'Feeds' : 'Journals, venues and queries'}
          error={error}
          onRetry={retry}
        />
      )}
      {failures.length > 0 && (
        <ControlRow>
          <Typography variant="body2" component="output" color="textSecondary">
            {failures.map(({ message }) => message).join(' ')} Categories can be chosen all the same.
          </Typography>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </ControlRow>
      )}
    </Box>
  )
}

interface Part {
  kind: FoundKind
  choices: readonly FoundChoice[]
}

/** Feeds are found by an address, the others by words; categories that are known already are of any kind. */
function kindsFor(wanted: string, known: readonly Category[]): FoundKind[] {
  const byWords: readonly FoundKind[] = ['subject', 'journal', 'venue', 'query']
  const searched = wanted === '' ? [] : WEB_ADDRESS.test(wanted) ? ['feed'] : byWords
  return ([...byWords, 'feed'] as const).filter(
    (kind) => searched.includes(kind) || known.some((category) => category.kind === kind),
  )
}

/** Few words name a server, any words are a query, and a library may have no account for venues: then there is no text for none. */
const emptyTexts: Partial<Record<FoundKind, (words: string) => string>> = {
  journal: (words) => `No journal for “${words}”.`,
  feed: () => 'No feed at this address.',
}

const labels: Record<FoundKind, string> = {
  subject: 'Subjects of preprint servers',
  journal: 'Journals',
  venue: 'Venues of OpenReview',
  query: 'Queries of PubMed',
  feed: 'Feeds',
}

function countOf({ kind, choices: { length } }: Part): string {
  if (kind === 'query')
    return length === 1 ? 'As a query of PubMed' : formatPlural(length, 'query', 'queries of PubMed')
  if (kind === 'subject') return formatPlural(length, 'subject of a preprint server', 'subjects of preprint servers')
  if (kind === 'venue') return formatPlural(length, 'venue of OpenReview', 'venues of OpenReview')
  return formatPlural(length, kind)
}

type PartOptionsProps = Omit<FoundOptionsProps, 'words' | 'known'> & { part: Part; emptyText: string | undefined }

function PartOptions({ part, emptyText, ...props }: PartOptionsProps) {
  const isEmpty = part.choices.length === 0
  if (isEmpty && emptyText === undefined) return null
  return (
    <>
      <Typography variant="meta" component="output">
        {isEmpty ? emptyText : countOf(part)}
      </Typography>
      {!isEmpty && (
        <OptionFields label={labels[part.kind]}>
          {part.choices.map((choice) => (
            <FoundOption key={choice.codes[0]} {...props} choice={choice} />
          ))}
        </OptionFields>
      )}
    </>
  )
}

type FoundOptionProps = Omit<PartOptionsProps, 'part' | 'emptyText'> & { choice: FoundChoice }

function FoundOption({ followables, choice, chosen, disabled, isFull, onToggle }: FoundOptionProps) {
  const { codes, input, name, details } = choice
  const [code] = codes
  const making = followables.making[code]
  const chosenId = codes.find((one) => chosen.includes(one))
  const toggle = () => {
    if (chosenId !== undefined) onToggle(chosenId)
    else if (isFull) return
    else if (input === null) onToggle(code)
    else if (making !== 'busy') void followables.make(code, input, onToggle)
  }
  return (
    <Option
      checked={chosenId !== undefined || making === 'busy'}
      disabled={disabled}
      onToggle={toggle}
      details={details}
      error={chosenId === undefined && making !== 'busy' ? making?.message : undefined}
    >
      {name}
    </Option>
  )
}

/** As high as what is looked for. */
function LoadingChoices() {
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
