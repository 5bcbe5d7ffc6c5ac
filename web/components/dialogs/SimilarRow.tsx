import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { SimilarPapers } from '#api/contract/taste.ts'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { AuthorList } from '../papers/AuthorList.tsx'
import { MathText } from '../papers/MathText.tsx'
import { SaveButton } from '../papers/SaveButton.tsx'
import { useChanges } from '../../data/offline/useChanges.ts'

/** One similar paper with the terms that both papers contain; it can be saved. */
export function SimilarRow({ paper, terms, saved_item_id }: SimilarPapers['items'][number]) {
  const { setSaved, statusOf, withUnsent } = useChanges()
  const { saved } = withUnsent({ paper, state: { saved: saved_item_id !== undefined } }).state
  return (
    <Box component="li" sx={{ px: { xs: 2, sm: 3 }, py: 1.75 }}>
      <CategoryCodes codes={paper.categories} primary={paper.primary_category} />
      <Typography variant="compactTitle" component="h3" lang="en">
        <Link href={paper.urls.abs} target="_blank" rel="noopener" color="inherit">
          <MathText segments={paper.title_segments} text={paper.title} />
        </Link>
      </Typography>
      <Box sx={{ mt: 0.5 }}>
        <AuthorList authors={paper.authors} max={2} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1.5, mt: 0.75 }}>
        <Typography variant="meta" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {terms.length > 0 && `Both: ${terms.join(', ')}`}
        </Typography>
        <SaveButton
          saved={saved}
          status={statusOf(paper.id, 'saved')}
          onToggle={(next) => void setSaved({ paperId: paper.id, title: paper.title }, next, saved_item_id)}
        />
      </Box>
    </Box>
  )
}
