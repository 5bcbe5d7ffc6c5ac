import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { SimilarPapers } from '#api/contract/taste.ts'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { AuthorList } from '../papers/AuthorList.tsx'
import { MathText } from '../papers/MathText.tsx'
import { SaveButton } from '../papers/SaveButton.tsx'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'
import { useAction } from '../../data/useAction.ts'

/** One similar paper with the terms that both papers contain; it can be saved. */
export function SimilarRow({ paper, terms, saved_item_id }: SimilarPapers['items'][number]) {
  const { save, remove } = useReadingActions()
  const [itemId, setItemId] = useState(saved_item_id)
  const change = useAction(async () => {
    if (itemId === undefined) return setItemId((await save(paper.id)).id)
    await remove(itemId)
    setItemId(undefined)
  })
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
          saved={itemId !== undefined}
          status={change.busy ? 'pending' : change.error ? 'failed' : 'idle'}
          onToggle={() => void change.run()}
        />
      </Box>
    </Box>
  )
}
