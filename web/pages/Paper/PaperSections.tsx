import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SIMILAR_DEFAULT } from '#api/contract/limits.ts'
import type { PaperDetails } from '#api/contract/papers.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { SimilarList, SimilarRow } from '../../components/dialogs/SimilarRow.tsx'
import { describeFate } from '../../components/lists/whereaboutsText.ts'
import { PaperReasons } from '../../components/papers/PaperReasons.tsx'
import { useSimilar } from '../../data/papers/useSimilar.ts'
import { useWhereabouts } from '../../data/papers/useWhereabouts.ts'
import { useTags } from '../../data/reading/useTags.ts'
import { changesAt } from '../../shared/changesAddress.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { useUser } from '../../shared/useUser.ts'
import { OwnPart } from './layout.ts'
import { PaperNote } from './PaperNote.tsx'
import { Versions } from './Versions.tsx'

interface PaperSectionsProps {
  paper: PaperDetails
  /** How often the paper was removed from the list here: the editor of the note starts anew, without its text. */
  removals: number
  onShowPaper: (paperId: string, title: string) => void
  onMoreSimilar: () => void
}

/** What is around the paper: the user's note, where it went for the user, its versions, and similar papers. */
export function PaperSections({ paper, removals, onShowPaper, onMoreSimilar }: PaperSectionsProps) {
  // Here and not in the part that starts anew, which would ask for them each time.
  const tags = useTags()
  const [search] = useSearchParams()
  return (
    <>
      <OwnPart>
        <PaperNote key={removals} tags={tags} paperId={paper.id} itemId={paper.state.saved_item_id} />
        <Section id="paper-why" title={paper.delivered ? 'Why you saw it' : 'Where it went'}>
          <Whereabouts paper={paper} onShowPaper={onShowPaper} />
        </Section>
      </OwnPart>
      {paper.versions.length > 0 && (
        <Section id="paper-versions" title="Versions">
          <Versions key={search.get('changes')} paper={paper} asked={changesAt(search)} />
        </Section>
      )}
      <Section id="paper-similar" title="Similar papers">
        <Similar paperId={paper.id} onMore={onMoreSimilar} />
      </Section>
    </>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Typography id={id} component="h2" variant="section" sx={{ mb: 0.75 }}>
        {title}
      </Typography>
      {children}
    </section>
  )
}

function Whereabouts({ paper, onShowPaper }: Pick<PaperSectionsProps, 'paper' | 'onShowPaper'>) {
  const { category_ids, is_admin } = useUser()
  const nameOf = useCategoryNames([paper])
  const { data: answer, error, mutate } = useWhereabouts(paper.id)
  return (
    <>
      {error && <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h3" compact />}
      {!answer && !error && <Skeleton animation={false} width="60%" />}
      {answer && (
        <Typography>
          {describeFate(answer, { nameOf, followed: category_ids, isAdmin: is_admin, today: '' })}
        </Typography>
      )}
      {paper.delivered && paper.delivered.reasons.length > 0 && (
        <Typography variant="meta" component="div" sx={{ mt: 0.5 }}>
          <PaperReasons reasons={paper.delivered.reasons} onShowPaper={onShowPaper} />
        </Typography>
      )}
    </>
  )
}

function Similar({ paperId, onMore }: { paperId: string; onMore: () => void }) {
  const { data, error, mutate } = useSimilar(paperId, SIMILAR_DEFAULT)
  if (error && !data) return <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h3" compact />
  if (!data) return <Skeleton animation={false} height={120} />
  if (data.items.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>No paper of the library is close to this one.</Typography>
  return (
    <>
      <SimilarList>
        {data.items.map((row) => (
          <SimilarRow key={row.paper.id} {...row} />
        ))}
      </SimilarList>
      {data.items.length >= SIMILAR_DEFAULT && (
        <Button variant="outlined" onClick={onMore} sx={{ mt: 1.5 }}>
          More like this
        </Button>
      )}
    </>
  )
}
