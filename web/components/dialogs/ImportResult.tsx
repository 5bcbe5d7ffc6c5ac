import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ListImport } from '#api/contract/listImport.ts'
import { formatPlural } from '../../shared/format.ts'
import { useAnnounce } from '../atoms/LiveAnnouncer.tsx'
import { LeftOut } from '../papers/LeftOut.tsx'

export interface ImportResultProps {
  result: ListImport
  /** The categories that the user follows. */
  followed: readonly string[]
  following: boolean
  onFollow: (categoryIds: string[]) => void
}

const reasons: Readonly<Record<ListImport['missing'][number]['reason'], string>> = {
  unknown: 'no arXiv id, and not in the library',
  ambiguous: 'several papers have this title',
  'not-at-arxiv': 'arXiv has no such paper',
  'not-asked': 'arXiv could not be asked',
}

/** What an import has done: how many papers were added, are looked up and were not found, and the feeds of the file. */
export function ImportResult({ result, followed, following, onFollow }: ImportResultProps) {
  const { added, existing, asked, looking_up, missing, left_out, feeds, problem } = result
  const hasPapers = added + existing + looking_up + missing.length > 0
  const newCategories = feeds.category_ids.filter((id) => !followed.includes(id))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {hasPapers && (
        <Box component="output" sx={{ display: 'grid', gap: 0.5 }}>
          <Typography variant="h3" component="span">
            {formatPlural(added, 'paper')} added
          </Typography>
          {existing > 0 && <Typography component="span">{existing} on the list already, not changed</Typography>}
          {looking_up > 0 && (
            <Typography component="span">{looking_up} being looked up at arXiv, added when found</Typography>
          )}
          {missing.length > 0 && <Typography component="span">{missing.length} not found or not on arXiv</Typography>}
        </Box>
      )}
      {looking_up > 0 && (
        <Box>
          <LinearProgress
            variant="determinate"
            aria-label="Papers looked up"
            value={(100 * (asked - looking_up)) / asked}
          />
          <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
            {asked - looking_up} of {asked} looked up. You can close this window; the papers are added to your list.
          </Typography>
        </Box>
      )}
      {problem !== undefined && <Typography sx={{ color: 'error.main' }}>{problem}</Typography>}
      {left_out > 0 && <LeftOut count={left_out} />}
      {missing.length > 0 && <Missing missing={missing} />}
      {feeds.category_ids.length > 0 && (
        <Box>
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
        </Box>
      )}
      {feeds.unusable.length > 0 && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          Not feeds of arXiv categories: {feeds.unusable.join(' · ')}
        </Typography>
      )}
    </Box>
  )
}

function Missing({ missing }: Pick<ListImport, 'missing'>) {
  const announce = useAnnounce()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(missing.map(({ title }) => title).join('\n'))
    setCopied(true)
    announce('Titles copied')
  }
  return (
    <Box component="section" aria-label="Not found">
      <Box
        component="ul"
        tabIndex={0}
        aria-label="Papers that were not found"
        sx={{
          m: 0,
          p: 1.5,
          pl: 3.5,
          maxHeight: 220,
          overflow: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: '10px',
        }}
      >
        {[...missing.entries()].map(([position, { title, reason }]) => (
          <li key={position}>
            <Typography component="span" lang="en" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            <Typography component="p" variant="meta">
              {reasons[reason]}
            </Typography>
          </li>
        ))}
      </Box>
      <Button onClick={() => void copy()} sx={{ mt: 0.5, ml: -1.75 }}>
        {isCopied ? 'Copied' : 'Copy the titles'}
      </Button>
    </Box>
  )
}
