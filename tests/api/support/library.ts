import type { Paper } from '#api/contract/papers.ts'
import { samplePaper } from '#tests/support/samples.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { savePapers, type PaperInput } from '#api/store/papers/paperWrites.ts'

export const paperId = (number: number) => `arxiv:2611.${String(number).padStart(5, '0')}`

type Changes = Partial<Omit<Paper, 'id' | 'published_at' | 'updated_at'>> & {
  _id?: string
  published_at?: Date
  updated_at?: Date
  version_dates?: PaperInput['version_dates']
}

const toInput = (number: number, changes: Changes): PaperInput => {
  const { id: _, ...paper } = samplePaper
  return {
    ...paper,
    _id: paperId(number),
    source_id: paperId(number).replace('arxiv:', ''),
    title: `Paper ${number} on lanterns`,
    updated_at: null,
    published_at: new Date(Date.UTC(2026, 10, 18, 0, number)),
    urls: { abs: `https://arxiv.org/abs/2611.${number}` },
    source_interface: 'rss',
    announced_in: null,
    changed_on: null,
    version_dates: [],
    sample: false,
    ...changes,
  }
}

/** Stores invented papers with these numbers, by default announced on 2026-11-20 in cs.LG. Returns their ids. */
export async function storePapers(numbers: readonly number[], changes: Changes = {}): Promise<string[]> {
  const inputs = numbers.map((number) => toInput(number, changes))
  await savePapers(inputs, { generation: 1 })
  return inputs.map(({ _id }) => _id)
}

/** Records the announcement of `day`, by default as completely stored, of no known archive. */
export const recordDay = (
  day: string,
  { complete = true, ...facts }: Partial<Parameters<typeof recordAnnouncement>[2]> = {},
) => recordAnnouncement('arxiv', day, { seen: 1, complete, ...facts })
