import { weekday } from '#api/platform/clock.ts'
import { batchDayOf } from '#api/sources/arxiv/calendar.ts'

/** A paper of the simulated arXiv, with its versions and announcements. */
export interface SimPaper {
  id: string
  title: string
  abstract: string
  authors: { name: string; affiliation?: string }[]
  /** The authors as free text, if OAI-PMH and the feeds should show something other than `authors`. */
  authors_text?: string
  /** As submitted, primary first; may include aliases and ACM or MSC classes. */
  categories: string[]
  /** `said`: what the query API shows of an older version, if it was something else than what the paper says now. */
  versions: {
    at: Date
    source_type?: string
    said?: Partial<Pick<SimPaper, 'title' | 'abstract' | 'authors' | 'comment' | 'categories'>>
  }[]
  /** Days on which it was announced, and why. `to`: categories that a later cross-list added. */
  announced: { on: string; type: 'new' | 'cross' | 'replace'; to?: string[] }[]
  /** Day of the last metadata change, if later than the last announcement. */
  modified_on?: string
  comment?: string
  journal_ref?: string
  dois?: string[]
  license?: string
}

/** An invented paper with `changes`. Its announcements are derived from its versions unless given. */
export function simPaper(changes: Partial<SimPaper> & Pick<SimPaper, 'id'>): SimPaper {
  const versions = changes.versions ?? [{ at: new Date('2026-11-18T16:02:44Z') }]
  return {
    title: `Lanterns in fog, part ${changes.id}`,
    abstract: `We count the lanterns of harbour ${changes.id} and find that fog hides a third of them.`,
    authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }],
    categories: ['cs.LG'],
    announced: versions.map(({ at }, n) => ({ on: batchDayOf(at), type: n === 0 ? 'new' : 'replace' })),
    license: 'http://creativecommons.org/licenses/by/4.0/',
    ...changes,
    versions,
  }
}

/** `count` papers announced on `day`, with consecutive ids of that month. */
export function simBatch(count: number, day: string, changes: Partial<SimPaper> = {}): SimPaper[] {
  const month = day.slice(2, 4) + day.slice(5, 7)
  const submitted = new Date(`${day}T00:00:00Z`)
  submitted.setUTCHours(-30)
  return Array.from({ length: count }, (_, n) =>
    simPaper({
      id: `${month}.${String(10_001 + n)}`,
      versions: [{ at: new Date(submitted.getTime() + n * 1000) }],
      announced: [{ on: day, type: 'new' }],
      ...changes,
    }),
  )
}

async function readText(path: string): Promise<string> {
  const bytes = await Bun.file(path).bytes()
  return new TextDecoder().decode(path.endsWith('.gz') ? Bun.gunzipSync(bytes) : bytes)
}

interface DayRow {
  id: string
  title: string
  abstract: string
  authors: string[]
  categories: string[]
  comment: string | null
  crawl_date: string
}

/** The papers of one `crawl_date` of a JSONL file (gzipped or not), as announced that day, ids without versions. */
export async function loadDay(path: string, day: string): Promise<SimPaper[]> {
  const text = await readText(path)
  const rows = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as DayRow]))
  const submitted = new Date(`${day}T00:00:00Z`)
  // In the evening of the day on which the batch began; Monday's begins on Thursday.
  submitted.setUTCHours(weekday(day) === 1 ? -73 : -25)
  const papers = new Map<string, SimPaper>()
  for (const { crawl_date, id, comment, authors, ...row } of rows) {
    if (crawl_date !== day) continue
    const bare = id.replace(/v\d+$/, '')
    papers.set(bare, {
      ...row,
      id: bare,
      authors: authors.map((name) => ({ name })),
      comment: comment ?? undefined,
      versions: [{ at: new Date(submitted.getTime() + papers.size * 1000) }],
      announced: [{ on: day, type: 'new' }],
      license: 'http://arxiv.org/licenses/nonexclusive-distrib/1.0/',
    })
  }
  return [...papers.values()]
}

/** The values of `crawl_date` in such a file, each with its number of papers. */
export async function listDays(path: string): Promise<Map<string, number>> {
  const text = await readText(path)
  const days = new Map<string, number>()
  for (const [, day = ''] of text.matchAll(/"crawl_date":\s*"([\d-]+)"/g)) days.set(day, (days.get(day) ?? 0) + 1)
  return days
}
