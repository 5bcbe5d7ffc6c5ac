import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ListImport } from '#api/contract/listImport.ts'
import { formatPlural } from '../../shared/format.ts'
import { useAnnounce } from '../atoms/LiveAnnouncer.tsx'
import { LeftOut } from '../papers/LeftOut.tsx'
import { ScrolledText } from './ScrolledText.ts'

export interface ImportResultProps {
  result: ListImport
  /** The categories that the user follows. */
  followed: readonly string[]
  following: boolean
  onFollow: (categoryIds: string[]) => void
}

const reasons: Readonly<Record<ListImport['missing'][number]['reason'], (source: string) => string>> = {
  unknown: () => 'no arXiv id and no DOI, and not in the library',
  ambiguous: () => 'several papers have this title',
  'not-at-source': (source) => `${source} has no such paper`,
  unusable: (source) => `the record of ${source} cannot be used`,
  'not-asked': (source) => `${source} could not be asked`,
}
const listFormat = new Intl.ListFormat('en-GB')

/** What became of each entry of a file: added, looked up, not found or not readable; and its feeds. */
export function ImportResult({ result, followed, following, onFollow }: ImportResultProps) {
  const { entries, added, existing, repeated, asked, looking_up, looking_up_at } = result
  const { missing, unreadable, left_out, feeds, problem } = result
  const newCategories = feeds.category_ids.filter((id) => !followed.includes(id))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {entries > 0 && (
        <Box component="output" sx={{ display: 'grid', gap: 0.5 }}>
          <Typography variant="h3" component="span">
            {formatPlural(added, 'paper')} added
          </Typography>
          {existing > 0 && <span>{existing} on the list already, not changed</span>}
          {repeated > 0 && (
            <span>
              {repeated} {repeated === 1 ? 'names' : 'name'} a paper that an entry before{' '}
              {repeated === 1 ? 'it' : 'them'} names
            </span>
          )}
          {looking_up > 0 && (
            <span>
              {looking_up} being looked up at {listFormat.format(looking_up_at)}, added when found
            </span>
          )}
          {missing.length > 0 && <span>{missing.length} not found</span>}
          {unreadable.length > 0 && <span>{unreadable.length} could not be read</span>}
        </Box>
      )}
      {looking_up > 0 && (
        <div>
          <LinearProgress
            variant="determinate"
            aria-label="Papers looked up"
            value={(100 * (asked - looking_up)) / asked}
          />
          <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
            {asked - looking_up} of {asked} looked up. You can close this window; the papers are added to your list.
          </Typography>
        </div>
      )}
      {problem !== undefined && <Typography color="error">{problem}</Typography>}
      {left_out > 0 && <LeftOut count={left_out} />}
      {missing.length > 0 && (
        <EntryList
          title="Not found"
          label="Papers that were not found"
          entries={missing.map(({ title, reason, source = 'its source' }) => ({
            title,
            remark: reasons[reason](source),
          }))}
        />
      )}
      {unreadable.length > 0 && (
        <EntryList
          title="Could not be read"
          label="Entries that could not be read"
          entries={unreadable.map(({ title, where, problem: remark }) => ({ title, remark: `${where}: ${remark}` }))}
        />
      )}
      {feeds.category_ids.length > 0 && (
        <div>
          <Typography>
            Categories of the feeds: <b>{feeds.category_ids.join(', ')}</b>
          </Typography>
          {newCategories.length > 0 ? (
            <Button variant="outlined" loading={following} onClick={() => onFollow(newCategories)} sx={{ mt: 1 }}>
              Follow {newCategories.length === 1 ? newCategories[0] : `these ${newCategories.length} categories`}
            </Button>
          ) : (
            <Typography variant="meta">You follow all of them.</Typography>
          )}
        </div>
      )}
      {feeds.unusable.length > 0 && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          Not feeds of arXiv categories: {feeds.unusable.join(' · ')}
        </Typography>
      )}
    </Box>
  )
}

interface EntryListProps {
  title: string
  label: string
  entries: readonly { title: string; remark: string }[]
}

/** Entries of a file with a remark each. Their titles can be copied. */
function EntryList({ title, label, entries }: EntryListProps) {
  const announce = useAnnounce()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(entries.map((entry) => entry.title).join('\n'))
    setCopied(true)
    announce('Titles copied')
  }
  return (
    <section aria-label={title}>
      <Typography component="h3" variant="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <ScrolledText variant="outlined" component="ul" tabIndex={0} aria-label={label} sx={{ pl: 3.5 }}>
        {[...entries.entries()].map(([position, entry]) => (
          <li key={position}>
            <span lang="en">{entry.title}</span>
            <Typography component="p" variant="meta">
              {entry.remark}
            </Typography>
          </li>
        ))}
      </ScrolledText>
      <Button onClick={() => void copy()} sx={{ mt: 0.5, ml: -1.75 }}>
        {isCopied ? 'Copied' : 'Copy the titles'}
      </Button>
    </section>
  )
}
