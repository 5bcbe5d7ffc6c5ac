import type { Paper } from '../../contract/papers.ts'
import type { Written } from '../../sources/zotero/zotero.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findItem, type ItemRecord } from '../../store/readers/readingList.ts'
import {
  changeZoteroItem,
  deleteItems,
  findItemsInState,
  saveItems,
  type ZoteroItemRecord,
  type ZoteroLink,
} from '../../store/readers/zoteroItems.ts'
import { reportStep, type Reading } from './readZoteroLibrary.ts'
import { toLinkedPdf, toZoteroItem } from './zoteroObject.ts'

/** Items of one request, each with a link to its PDF: 50 objects are allowed. */
const CHUNK = 25
/** Object codes that another try does not change. */
const FINAL: ReadonlySet<number> = new Set([400, 404, 413, 428])
/** The object exists: we created it before. */
const EXISTS = 412

interface Planned {
  record: ZoteroItemRecord & { link: ZoteroLink }
  item: ItemRecord
  paper: Paper
}

/**
 * Creates the items that are planned, with the keys that are stored for them: a repeat after a lost answer or a crash
 * creates none twice. One that Zotero refuses does not hold back the others. Returns how many were created, and why some
 * still wait, in a sentence.
 */
export async function sendPlanned(reading: Reading): Promise<{ sent: number; failure: string | null }> {
  const result = { sent: 0, failure: null as string | null }
  let after = ''
  for (;;) {
    const found = await findItemsInState(reading.library._id, 'planned', { after, limit: CHUNK })
    const last = found.at(-1)
    if (last === undefined) return result
    after = last._id
    const planned = await prepare(reading.library._id, found)
    if (planned.length === 0) continue
    const { sent, failure } = await create(reading, planned)
    result.sent += sent
    result.failure ??= failure
    await reportStep(reading.run, { done: result.sent, step: 'sending papers to Zotero' })
  }
}

/** With what was saved. What was taken off the list before it was sent is not sent. */
async function prepare(userId: string, found: readonly ZoteroItemRecord[]): Promise<Planned[]> {
  const papers = await findPapers(found.flatMap(({ paper_id }) => paper_id ?? []))
  const planned: Planned[] = []
  for (const record of found) {
    const { link } = record
    const item = link === null ? null : await findItem(userId, link.item_id)
    if (link === null || item === null) await deleteItems(userId, [record.key])
    else if (link.refused === null || link.item_version !== item.version)
      planned.push({ record: { ...record, link }, item, paper: papers.get(record.paper_id ?? '') ?? item.snapshot })
  }
  // What both sides have in common once the item exists, stored before it may exist.
  for (const { record, item } of planned)
    record.link = { ...record.link, tags: item.tags, item_version: item.version, refused: null }
  await saveItems(planned.map(({ record }) => record))
  return planned
}

async function create({ zotero, access, library, checkConnection }: Reading, planned: readonly Planned[]) {
  const collection = library.push_to?.key ?? ''
  const items = planned.map(({ record, item, paper }) =>
    toZoteroItem(paper, { key: record.key, tags: item.tags, collection }),
  )
  const pdfs = planned.flatMap(({ record, paper }) =>
    paper.urls.pdf === undefined
      ? []
      : [toLinkedPdf(paper.urls.pdf, { key: pdfKeyOf(record.key), parent: record.key })],
  )
  const pdfOwners = planned.flatMap(({ record, paper }) => (paper.urls.pdf === undefined ? [] : record.key))
  await checkConnection()
  const written = await zotero.create(access, [...items, ...pdfs])
  let sent = 0
  let failure: string | null = null
  for (const [index, { record }] of planned.entries()) {
    const one = written[index]
    if (one === undefined || (isRefused(one) && !FINAL.has(one.code)))
      failure ??= `Zotero did not take ${record.title}: ${one === undefined || !isRefused(one) ? 'it says nothing' : one.refused}.`
    else if (isRefused(one)) await changeZoteroItem(record._id, { link: { ...record.link, refused: said(one) } })
    else {
      sent += 1
      const version = 'version' in one ? one.version : -1
      const pdf = written[items.length + pdfOwners.indexOf(record.key)]
      const isPdfRefused = pdf !== undefined && pdfOwners.includes(record.key) && isRefused(pdf)
      const refused = isPdfRefused ? `Its link to the PDF is missing. ${said(pdf)}` : null
      // One that existed already may have been changed since.
      const link = { ...record.link, check: version === -1, refused }
      await changeZoteroItem(record._id, { state: 'outside', version, link })
    }
  }
  return { sent, failure }
}

type Refused = Extract<Written, { code: number }>
const isRefused = (written: Written): written is Refused => 'code' in written && written.code !== EXISTS
const said = ({ refused }: Refused) => `Zotero refused it: ${refused.replace(/\.$/, '')}.`

/** The key of the link to the PDF, always the same for an item, so that a repeat creates no second one. */
function pdfKeyOf(key: string): string {
  const letters = [...key]
  // The alphabet of keys has no other order that matters: the reversed key is as random, and hardly ever the key itself.
  const reversed = letters.toReversed().join('')
  return reversed === key ? `${key.slice(1)}${key.slice(0, 1)}` : reversed
}
