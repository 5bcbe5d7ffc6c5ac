import { readAuthorName, type AuthorName } from '../../text/authorName.ts'
import { foldWords } from '../../text/words.ts'
import { authorKey } from '../features/featuredPaper.ts'
import type { SparseVector } from '../features/sparse.ts'

/** An author of a paper, with what tells persons of one name apart. */
export interface Mention {
  paper_id: string
  /** As the paper writes it. */
  name: string
  orcid: string | null
  /** Folded words of the affiliation; empty if the source gives none. */
  affiliation: ReadonlySet<string>
  /** Key of `authorKey` -> name, of the other authors whose given name is written out. */
  coauthors: ReadonlyMap<string, AuthorName>
  /** Canonical codes, the primary category first. */
  categories: readonly string[]
  /** Unit TF-IDF of title and abstract, without the blocks of categories and authors. */
  features: SparseVector
}

/** What a mention is made from. */
export interface MentionedPaper {
  id: string
  authors: readonly { name: string; orcid?: string | undefined; affiliation?: string | undefined }[]
  categories: readonly string[]
  features: SparseVector
}

/**
 * Of a longer list of authors only the nearest names are compared: in the lists of a collaboration, which are sorted by
 * name, they are the same on its next paper.
 */
const COAUTHORS_MAX = 60
/** Words that most affiliations share. */
const COMMON_PLACES = new Set(
  (
    'academy and at centre center college de department der des di division faculty for für group in inc institut ' +
    'institute laboratory lab national of research school science sciences technology the und universidad universita ' +
    'universitat universite university'
  ).split(' '),
)

/** The author at `at` of a paper. */
export function readMention({ id, authors, categories, features }: MentionedPaper, at: number): Mention {
  const author = authors[at]
  const from = Math.max(0, Math.min(at - COAUTHORS_MAX / 2, authors.length - COAUTHORS_MAX))
  const near = authors.slice(from, from + COAUTHORS_MAX).filter((one) => one !== author)
  return {
    paper_id: id,
    name: author?.name ?? '',
    orcid: author?.orcid ?? null,
    affiliation: new Set(foldWords(author?.affiliation ?? '').filter((word) => !COMMON_PLACES.has(word))),
    coauthors: new Map(
      near.flatMap(({ name }): [string, AuthorName][] => {
        const parsed = readAuthorName(name)
        const isWhole = parsed.given.some(({ isInitial }) => !isInitial)
        return isWhole ? [[authorKey(name), parsed]] : []
      }),
    ),
    categories,
    features,
  }
}
