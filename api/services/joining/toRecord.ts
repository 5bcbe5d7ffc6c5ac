import type { JoinedRecord } from '../../store/papers/joins.ts'
import { isNoticeTitle } from '../../text/noticeTitles.ts'
import { canonicalWorkId } from '../../text/workIds.ts'
import { canonicalIds, type JoinRecord } from './joinRecord.ts'

/** A stored record as joining looks at it. */
export function toRecord(stored: JoinedRecord): JoinRecord {
  const { _id, source, kind = 'preprint', title, abstract, authors, doi, announced_on, published_precision } = stored
  const isArxiv = source === 'arxiv'
  return {
    id: _id,
    source,
    kind: isNoticeTitle(title) ? 'notice' : kind,
    own_ids: [...new Set([_id, ...canonicalIds([_id, isArxiv ? null : doi, ...(stored.ids ?? [])])])],
    links: [
      ...(stored.links ?? []),
      ...(isArxiv ? linksByAuthor(stored) : []),
      ...Object.values(stored.enriched ?? {}).flatMap(({ links = [] }) =>
        links.map((link) => ({ ...link, by: 'third' as const })),
      ),
    ],
    title,
    abstract,
    authors: authors.map(({ name }) => name),
    // A feed says when a paper was announced before arXiv's other interfaces say when it was submitted.
    published_at: stored.published_at ?? (announced_on === null ? null : new Date(announced_on)),
    published_precision: stored.published_at === null ? 'day' : published_precision,
  }
}

/** The works with a DOI that notices about a record can name: itself, and the article that its authors name. */
export function worksOf(stored: Pick<JoinedRecord, '_id' | 'doi' | 'ids' | 'sample'>): string[] {
  const works = stored.sample ? [] : [stored._id, ...canonicalIds([stored._id, stored.doi, ...(stored.ids ?? [])])]
  return [...new Set(works)].filter((work) => work.startsWith('doi:') || work.startsWith('osf:'))
}

/** Where the authors say that their paper is published: in arXiv's field for the DOI, or in the journal reference. */
function linksByAuthor({ doi, journal_ref }: JoinedRecord): JoinRecord['links'] {
  const inReference = /\b10\.\d{4,9}\/\S+/.exec(journal_ref ?? '')?.[0]
  const ids = [doi, inReference].flatMap((text) => (text == null ? [] : (canonicalWorkId(text) ?? [])))
  return [...new Set(ids)].map((to) => ({ type: 'preprint-of', to, by: 'author' }))
}
