import { announcementDayOf } from '#api/sources/arxiv/calendar.ts'

/** A paper as the simulated arXiv knows it. */
export interface SimPaper {
  id: string
  title: string
  abstract: string
  authors: { name: string; affiliation?: string }[]
  /** The list of authors as free text, where OAI-PMH and the feeds shall show it other than `authors` reads. */
  authors_text?: string
  /** As the authors gave them, primary first; aliases and ACM or MSC classes may be among them. */
  categories: string[]
  versions: { at: Date; source_type?: string }[]
  /** When it was in a mailing, and why. `to` are the categories that a late cross-list added. */
  announced: { on: string; type: 'new' | 'cross' | 'replace'; to?: string[] }[]
  /** The day of the last change of the metadata, where it is later than the last mailing. */
  modified_on?: string
  comment?: string
  journal_ref?: string
  dois?: string[]
  license?: string
}

/** A paper of the simulated arXiv; what `changes` leaves out is invented, mailings follow from the versions. */
export function simPaper(changes: Partial<SimPaper> & Pick<SimPaper, 'id'>): SimPaper {
  const versions = changes.versions ?? [{ at: new Date('2026-11-18T16:02:44Z') }]
  return {
    title: `Lanterns in fog, part ${changes.id}`,
    abstract: `We count the lanterns of harbour ${changes.id} and find that fog hides a third of them.`,
    authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }],
    categories: ['cs.LG'],
    announced: versions.map(({ at }, n) => ({ on: announcementDayOf(at), type: n === 0 ? 'new' : 'replace' })),
    license: 'http://creativecommons.org/licenses/by/4.0/',
    ...changes,
    versions,
  }
}

/** `count` papers announced on `day`, ids counting up from the first of the day's month. */
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

interface DayRow {
  id: string
  title: string
  abstract: string
  authors: string[]
  categories: string[]
  comment: string | null
  crawl_date: string
}

/** The papers of one `crawl_date` of a JSONL file (gzipped or not), as if announced that day. Some ids carry versions. */
export async function loadDay(path: string, day: string): Promise<SimPaper[]> {
  const bytes = await Bun.file(path).bytes()
  const text = new TextDecoder().decode(path.endsWith('.gz') ? Bun.gunzipSync(bytes) : bytes)
  const rows = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as DayRow]))
  const submitted = new Date(`${day}T00:00:00Z`)
  submitted.setUTCHours(-30)
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

/** The days of such a file with their number of papers. */
export async function listDays(path: string): Promise<Map<string, number>> {
  const bytes = await Bun.file(path).bytes()
  const text = new TextDecoder().decode(path.endsWith('.gz') ? Bun.gunzipSync(bytes) : bytes)
  const days = new Map<string, number>()
  for (const [, day = ''] of text.matchAll(/"crawl_date":\s*"([\d-]+)"/g)) days.set(day, (days.get(day) ?? 0) + 1)
  return days
}
