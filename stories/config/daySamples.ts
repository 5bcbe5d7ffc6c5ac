import type { DaySource } from '#api/contract/dashboard.ts'
import type { ArchiveDayRow, DayRow, DayState, SourceSettings, SourceTest } from '#api/contract/days.ts'

/** Returns a day of arXiv with three archives. */
export function dayOf(day: string, state: DayState, papers = 0, unaccounted = 0): DayRow {
  const archive = (name: string, share: number): ArchiveDayRow => ({
    archive: name,
    state,
    papers: Math.floor(papers * share),
    unaccounted: name === 'cs' ? unaccounted : 0,
    read_at: state === 'missing' || state === 'expected' ? null : `${day}T05:12:00.000Z`,
  })
  const archives = [archive('cs', 0.6), archive('math', 0.3), archive('astro-ph', 0.1)]
  return { source: 'arxiv', day, state, papers, unaccounted, archives }
}

/** Eight weeks with each state. */
export const days: readonly DayRow[] = Array.from({ length: 56 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 5 + index)).toISOString().slice(0, 10),
)
  .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
  .map((day) => {
    if (day === '2026-11-04' || day === '2026-11-05') return dayOf(day, 'recovered', 902, day.endsWith('4') ? 13 : 0)
    if (day === '2026-11-11' || day === '2026-11-12') return dayOf(day, 'missing')
    if (day === '2026-11-26') return dayOf(day, 'empty')
    return day >= '2026-11-23' ? dayOf(day, 'expected') : dayOf(day, 'announced', 780 + 61 * (Number(day.slice(8)) % 8))
  })

export const sourceSettings: SourceSettings = {
  id: 'arxiv',
  name: 'arXiv',
  enabled: true,
  gap_ms: 3_000,
  gap_in_force_ms: 3_000,
  addresses: {
    rss: 'https://rss.arxiv.org/rss',
    oai: 'https://mirror.example.org/oai',
    api: 'https://export.arxiv.org/api/query',
  },
  key_needed: 'none',
  key_set: false,
  key_refused: false,
  requests_per_day: null,
  budget: { used: 96, limit: null, resets_at: '2026-11-21T00:00:00.000Z' },
  defaults: {
    gap_ms: 3_000,
    addresses: {
      rss: 'https://rss.arxiv.org/rss',
      oai: 'https://oaipmh.arxiv.org/oai',
      api: 'https://export.arxiv.org/api/query',
    },
    requests_per_day: null,
  },
}

/** A service that answers only with a key, which is not saved yet. */
export const keyedSettings: SourceSettings = {
  id: 's2',
  name: 'Semantic Scholar',
  enabled: false,
  gap_ms: 1_100,
  gap_in_force_ms: 1_100,
  addresses: { api: 'https://api.semanticscholar.org/graph/v1' },
  key_needed: 'required',
  key_set: false,
  key_refused: false,
  requests_per_day: 1_000,
  budget: { used: 0, limit: 1_000, resets_at: '2026-11-21T00:00:00.000Z' },
  defaults: {
    gap_ms: 1_100,
    addresses: { api: 'https://api.semanticscholar.org/graph/v1' },
    requests_per_day: 1_000,
  },
}

/** A day of a reader who follows three sources. */
export const daySources: DaySource[] = [
  { source: 'arxiv', name: 'arXiv', state: 'announced', papers: 1_204, read_at: '2026-11-20T05:14:00.000Z' },
  { source: 'biorxiv', name: 'bioRxiv', state: 'announced', papers: 164, read_at: '2026-11-20T05:16:00.000Z' },
  { source: 'medrxiv', name: 'medRxiv', state: 'announced', papers: 48, read_at: '2026-11-20T05:17:00.000Z' },
]

/** One interface of arXiv answers, the other does not. */
export const failedSourceTest: SourceTest = {
  ok: false,
  items: [
    { interface: 'rss', address: 'https://rss.arxiv.org/rss', ok: true, message: 'arXiv answers.', ms: 310 },
    {
      interface: 'oai',
      address: 'https://mirror.example.org/oai',
      ok: false,
      message: 'arXiv answers 404.',
      ms: 3_120,
    },
  ],
}
