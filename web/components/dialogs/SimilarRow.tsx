import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { SimilarPapers } from '#api/contract/taste.ts'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { AuthorList } from '../papers/AuthorList.tsx'
import { ButtonRow } from '../papers/ButtonRow.tsx'
import { IntegrityMark } from '../papers/IntegrityMark.tsx'
import { MathText } from '../papers/MathText.tsx'
import { SaveButton } from '../papers/SaveButton.tsx'
import { useChanges } from '../../data/offline/useChanges.ts'

/** Rows of similar papers, divided by hairlines. The padding at their sides is that of what is around the list. */
export const SimilarList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  containerType: 'inline-size',
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))

/** One similar paper with the terms that both papers contain; it can be saved. */
export function SimilarRow({ paper, terms, saved_item_id }: SimilarPapers['items'][number]) {
  const { setSaved, statusOf, withUnsent } = useChanges()
  const { saved } = withUnsent({ paper, state: { saved: saved_item_id !== undefined } }).state
  return (
    <ButtonRow>
      <CategoryCodes paper={paper} />
      <Typography variant="compactTitle" component="h3" lang="en">
        <Link href={paper.urls.abs} target="_blank" rel="noopener" color="textPrimary">
          <MathText segments={paper.title_segments} text={paper.title} />
        </Link>
      </Typography>
      <IntegrityMark notices={paper.notices} />
      <AuthorList authors={paper.authors} max={2} />
      {terms.length > 0 && (
        <Typography variant="meta" component="p">
          Both: {terms.join(', ')}
        </Typography>
      )}
      <SaveButton
        saved={saved}
        status={statusOf(paper.id, 'saved')}
        onToggle={(next) =>
          void setSaved({ paperId: paper.id, title: paper.title, foundBy: 'related' }, next, saved_item_id)
        }
      />
    </ButtonRow>
  )
}
