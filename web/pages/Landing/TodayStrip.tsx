import { formatDay } from '../../shared/format.ts'
import { PaperArticle } from '../../components/papers/PaperArticle.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { useTodayPapers } from '../../data/papers/useTodayPapers.ts'
import { inventedPapers } from './inventedPapers.ts'

/** Three papers of today, read-only. Shows invented papers if there are none or the request fails. */
export function TodayStrip() {
  const { data, isLoading } = useTodayPapers()
  const hasPapers = data !== undefined && data.items.length > 0
  const papers = hasPapers ? data.items : inventedPapers
  const heading =
    !hasPapers || data.sample
      ? 'What a day looks like'
      : data.announced_on === null
        ? 'New papers'
        : `Announced ${formatDay(data.announced_on)}`
  return (
    <section className="landing-today" aria-labelledby="today">
      <h2 className="landing-heading" id="today">
        {isLoading ? 'Today’s papers' : heading}
      </h2>
      <div className="sheet landing-papers" aria-busy={isLoading}>
        {isLoading
          ? [1, 2, 3].map((row) => <PaperCardSkeleton key={row} />)
          : papers.map((paper) => (
              <PaperArticle key={paper.id} paper={paper} abstractLines={5} headingLevel="h3" linked={false} />
            ))}
      </div>
      {!isLoading && (!hasPapers || data.sample) && <p className="meta landing-invented">These papers are invented.</p>}
    </section>
  )
}
