import { parsePaperReference } from '../../search/query/idQuery.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findPapers } from '../../store/papers/papers.ts'
import type { ItemRecord } from '../../store/readers/readingList.ts'
import { itemIdOf } from '../../store/readers/zoteroItemModel.ts'
import { changeZoteroItem, saveItems, type ZoteroItemRecord, type ZoteroLink } from '../../store/readers/zoteroItems.ts'
import { findSamePaper, findUnsent } from '../../store/readers/zoteroLinks.ts'
import type { Paper } from '../../contract/papers.ts'
import { namesOf } from './recognise.ts'
import type { Reading } from './readZoteroLibrary.ts'
import { newKey } from './zoteroObject.ts'

const CHUNK = 50

/**
 * Decides what becomes of the papers that were saved since: one that the library has is linked to its item, each other
 * one gets the key of the item that is to be created. What was put on the list from Zotero is not sent back. Safe to repeat.
 */
export async function planSaved({ library, checkConnection }: Reading): Promise<void> {
  const { _id: userId, push_since: since } = library
  for (let after: string | null = ''; after !== null;) {
    const { items, last } = await findUnsent(userId, { since, after, limit: CHUNK })
    await checkConnection()
    const papers = await findPapers(items.map(({ paper_id }) => paper_id))
    for (const item of items) await plan(userId, item, papers.get(item.paper_id) ?? item.snapshot)
    after = last
  }
}

async function plan(userId: string, item: ItemRecord, paper: Paper): Promise<void> {
  const same = await findSame(userId, paper)
  if (same?.listed === true && same.link === null) return
  if (same !== undefined)
    return changeZoteroItem(same._id, { link: linkOf(item, { collect: true }), removed: null, removed_at: null })
  const key = newKey()
  const planned: ZoteroItemRecord = {
    _id: itemIdOf(userId, key),
    user_id: userId,
    key,
    group: null,
    version: 0,
    title: paper.title,
    ...namesOf({ title: paper.title, authors: paper.authors.slice(0, 1).map(({ name }) => name) }),
    refs: [paper.id],
    paper_id: paper.id,
    taught: false,
    half: false,
    state: 'planned',
    wanted: null,
    reason: null,
    added_at: item.added_at,
    tags: [],
    ours: true,
    listed: false,
    link: linkOf(item, { collect: false }),
    removed: null,
    removed_at: null,
    notes_apart_at: null,
  }
  await saveItems([planned])
}

const linkOf = (item: ItemRecord, { collect }: { collect: boolean }): ZoteroLink => ({
  item_id: item._id,
  item_version: 0,
  tags: [],
  note: null,
  note_key: null,
  note_version: null,
  note_ended: false,
  collect,
  check: collect,
  refused: null,
})

/** The item of the library that is this paper: it names one of its ids, or has its title and first author. */
async function findSame(userId: string, paper: Paper): Promise<ZoteroItemRecord | undefined> {
  const { recordsOf } = await findAliases([paper.id])
  const paperIds = [...new Set([paper.id, ...recordsOf(paper.id)])]
  const doi = paper.doi === null ? null : parsePaperReference(paper.doi)
  const refs = [...paperIds, ...(doi === null ? [] : [doi.id])]
  const names = namesOf({ title: paper.title, authors: paper.authors.slice(0, 1).map(({ name }) => name) })
  const found = await findSamePaper(userId, { paperIds, refs, titleKey: names.title_key || '-' })
  const isNamed = (item: ZoteroItemRecord) =>
    paperIds.includes(item.paper_id ?? '') || item.refs.some((ref) => refs.includes(ref))
  const free = found.filter(isFree)
  return free.find(isNamed) ?? free.find(({ author_key }) => author_key === names.author_key)
}

/** It is linked to no paper of the list, or to one that was taken off it. */
const isFree = ({ link, removed }: ZoteroItemRecord) => link === null || removed === 'here'
