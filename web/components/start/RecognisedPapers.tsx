import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import type { Paper } from '#api/contract/papers.ts'
import type { ImportResult } from '#api/contract/taste.ts'
import { HairlineList } from '../atoms/HairlineList.tsx'
import { MathText } from '../papers/MathText.tsx'
import { formatPlural } from '../../shared/format.ts'
import { LeftOut } from '../papers/LeftOut.tsx'

export interface RecognisedPapersProps {
  recognised: ImportResult
  /** The papers were looked up by the name of an author. */
  byName: boolean
  /** Ids of the papers that are not to be used. */
  leftOut: ReadonlySet<string>
  disabled: boolean
  onToggle: (id: string) => void
}

/** What was recognised in an input: papers found, papers that are being fetched, and what was not recognised. */
export function RecognisedPapers({ recognised, byName, leftOut, disabled, onToggle }: RecognisedPapersProps) {
  const { papers, fetching, unknown, left_out, feeds } = recognised
  return (
    <Box component="section" aria-label="Recognised" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3" component="output" sx={{ display: 'block' }}>
        {papers.length > 0
          ? `${formatPlural(papers.length, 'paper')} found`
          : fetching.length > 0
            ? 'None of them is in the library yet.'
            : byName
              ? 'No paper of this name is in the library. Paste the ids of your papers instead.'
              : feeds !== undefined && feeds.category_ids.length > 0
                ? `${formatPlural(feeds.category_ids.length, 'category', 'categories')} found`
                : 'Nothing was recognised.'}
      </Typography>
      {papers.length > 0 && (
        <HairlineList>
          {papers.map((paper) => (
            <Box component="li" key={paper.id} sx={{ py: 0.75 }}>
              <FormControlLabel
                control={
                  <Checkbox
                    checked={!leftOut.has(paper.id)}
                    disabled={disabled}
                    onChange={() => onToggle(paper.id)}
                    sx={{ alignSelf: 'start' }}
                  />
                }
                label={<PaperLabel paper={paper} />}
              />
            </Box>
          ))}
        </HairlineList>
      )}
      {fetching.length > 0 && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {formatPlural(fetching.length, 'paper is', 'papers are')} fetched from{' '}
          {fetching.length === 1 ? 'its' : 'their'} source and will count when{' '}
          {fetching.length === 1 ? 'it is' : 'they are'} here:{' '}
          <Typography component="span" variant="meta">
            {fetching.join(', ')}
          </Typography>
        </Typography>
      )}
      {feeds !== undefined && feeds.category_ids.length > 0 && (
        <Typography>You will follow the categories of these feeds: {feeds.category_ids.join(', ')}</Typography>
      )}
      {feeds !== undefined && feeds.unusable.length > 0 && (
        <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
          Not feeds of arXiv categories:{' '}
          <Typography component="span" variant="meta">
            {feeds.unusable.join(' · ')}
          </Typography>
        </Typography>
      )}
      {left_out > 0 &&
        (byName ? (
          <Typography>
            {formatPlural(left_out, 'more paper')} of this name {left_out === 1 ? 'is' : 'are'} in the library. Paste
            the ids of those that are yours.
          </Typography>
        ) : (
          <LeftOut count={left_out} />
        ))}
      {unknown.length > 0 && (
        <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
          Not recognised:{' '}
          <Typography component="span" variant="meta">
            {unknown.join(' · ')}
          </Typography>
        </Typography>
      )}
    </Box>
  )
}

function PaperLabel({ paper }: { paper: Paper }) {
  const names = paper.authors.map(({ name }) => name)
  return (
    <Box component="span" sx={{ display: 'block', py: 0.75 }}>
      <Typography
        component="span"
        lang="en"
        sx={{ display: 'block', fontFamily: 'var(--font-serif)', fontWeight: 600, lineHeight: 1.35 }}
      >
        <MathText segments={paper.title_segments} text={paper.title} />
      </Typography>
      <Typography variant="meta" component="span" sx={{ display: 'block' }}>
        {names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')}
      </Typography>
    </Box>
  )
}
