import type { CitingList } from '#api/contract/readingList.ts'

/** New papers that cite a saved one: one of the library and others. */
export const citing: CitingList = {
  items: [
    {
      title: 'Dim rooms, bright models',
      paper_id: 'arxiv:2611.90009',
      url: 'https://arxiv.org/abs/2611.90009',
      published_on: '2026-11-18',
    },
    {
      title: 'Lanterns recounted: what a second look at an invented benchmark says about the first one',
      paper_id: null,
      url: 'https://doi.org/10.5555/recount.3',
      published_on: '2026-11-12',
    },
    {
      title: 'פנסים וספירתם',
      paper_id: null,
      url: 'https://www.semanticscholar.org/paper/cccccccccccccccccccccccccccccccccccccccc',
      published_on: '2026-10-30',
    },
  ],
  total: 3,
  skip: 0,
  limit: 20,
  since: '2026-10-14',
  asked_at: '2026-11-19T13:35:00.000Z',
  source: { name: 'Semantic Scholar', url: 'https://www.semanticscholar.org/' },
}
