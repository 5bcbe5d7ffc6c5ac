import mongoose from 'mongoose'
import { normalise } from '#api/services/ingestion/normalise.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { feedRecord, idOf } from '#tests/api/support/records.ts'
import { inventPaper } from './inventedLibrary.ts'

const BATCH = 2_000

/** Stores the first `count` papers of the invented library, after those that are stored, with the index's numbers. */
export async function fillPapers(count: number): Promise<void> {
  const papers = mongoose.connection.collection('papers')
  const first = await papers.countDocuments()
  if (first >= count) return
  const template = await readTemplate(papers)
  for (let at = first; at < count; at += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, count - at) }, (_, more) => {
      const { id, seq, title, abstract, authors, categories, dated_at } = inventPaper(at + more)
      return {
        ...template,
        _id: id as never,
        source_id: id.slice('arxiv:'.length),
        seq,
        title,
        abstract,
        title_segments: [{ text: title }],
        abstract_segments: [{ text: abstract }],
        authors: authors.map((name) => ({ name })),
        categories,
        category_ids: categories,
        announced_on: dated_at?.slice(0, 10),
      }
    })
    await papers.insertMany(records, { ordered: false })
    if (at % 100_000 === 0) console.log(`${at} papers stored`)
  }
  const counters = mongoose.connection.collection<{ _id: string; value: number }>('counters')
  await counters.updateOne({ _id: 'papers.seq' }, { $set: { value: count } }, { upsert: true })
}

/**
 * A stored paper as the ingestion leaves it, processed. The first one is stored for this and removed; later that would
 * use the number of a paper that follows, in sight of a product that indexes it.
 */
async function readTemplate(papers: mongoose.mongo.Collection): Promise<mongoose.mongo.Document> {
  const known = await papers.findOne({})
  if (known) return known
  await savePapers([normalise(feedRecord(0, '2026-11-18'))], { generation: 0 })
  const stored = await papers.findOneAndDelete({ _id: idOf(0) as never })
  return { ...stored, processed_at: new Date() }
}
