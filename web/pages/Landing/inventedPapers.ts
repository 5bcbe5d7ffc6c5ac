import type { Paper } from '#api/contract/papers.ts'

/** Invented papers for the public start page, shown while the API returns none. */
export const inventedPapers: readonly Paper[] = [
  createPaper({
    id: 'sample:landing-1',
    title: 'Counting lanterns: a benchmark for noisy night vision',
    abstract:
      'Low-light recognition is usually measured on photographs that were dark by accident. We build a set that is dark on purpose: 41,000 scenes under lanterns of known power, so that the noise level of every image is a number and not an opinion. Detectors trained on the usual sets lose a third of their recall.',
    authors: ['Mirela Quillfeather', 'Tomás Óðinsson', 'Ines Aldercroft'],
    categories: ['cs.LG', 'stat.ML'],
  }),
  createPaper({
    id: 'sample:landing-2',
    title: 'A posteriori bounds for conforming elements on meshes with hanging nodes',
    abstract:
      'We prove that the residual estimator remains reliable and efficient when meshes keep hanging nodes of bounded depth. The constants depend on that depth alone, and three examples show that the dependence cannot be removed.',
    authors: ['Odile Vantongerloo', 'Bas Kruidenier'],
    categories: ['math.NA'],
  }),
  createPaper({
    id: 'sample:landing-3',
    title: 'Four ways to lose a comet',
    abstract:
      'Faint comets drop out of survey catalogues for reasons that have little to do with comets. We follow 312 injected objects through a whole pipeline and find where each of them was lost: at the mask, at the template, at the linking, or at the last human look.',
    authors: ['The Lyre Survey Collaboration'],
    categories: ['astro-ph.EP', 'astro-ph.IM'],
  }),
]

interface InventedPaper {
  id: string
  title: string
  abstract: string
  authors: readonly string[]
  categories: string[]
}

function createPaper({ id, title, abstract, authors, categories }: InventedPaper): Paper {
  return {
    id,
    source: 'sample',
    source_id: id,
    version: 1,
    title,
    abstract,
    title_segments: [{ text: title }],
    abstract_segments: [{ text: abstract }],
    authors: authors.map((name) => ({ name })),
    categories,
    primary_category: categories[0] ?? null,
    published_at: null,
    updated_at: null,
    announced_on: null,
    announce_type: 'new',
    urls: { abs: '/login' },
    doi: null,
    comment: null,
    journal_ref: null,
    license: null,
    withdrawn: false,
    metrics: {},
  }
}
