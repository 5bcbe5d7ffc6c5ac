import type { List } from '../../contract/lists.ts'
import type { ZoteroAnswer, ZoteroPageQuery, ZoteroProblem, ZoteroQuestion } from '../../contract/zotero.ts'
import { AppError } from '../../platform/errors.ts'
import { findSavedItems } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { changeZoteroItem, findItemsByKey, type ZoteroItemRecord } from '../../store/readers/zoteroItems.ts'
import type { ZoteroLibrary } from '../../store/readers/zoteroLibraries.ts'
import { findProblems, findQuestioned, kindOf } from '../../store/readers/zoteroLinks.ts'
import type { Product } from '../product.ts'
import { removeFromList } from '../readingList/readingList.ts'
import { accessTo, requireZotero } from './access.ts'
import { requireLibrary } from './zoteroConnection.ts'
import { OUR_TAG } from './zoteroObject.ts'

const LIMIT_DEFAULT = 20
const WAIT_MAX_MS = 20_000
/** Changes made by the reader in Zotero during our own. */
const TRIES = 3

/** Items that were not recognised, wait to be looked up, or were refused, with the reason, by title. */
export async function listProblems(
  user: UserRecord,
  { skip = 0, limit = LIMIT_DEFAULT }: ZoteroPageQuery,
): Promise<List<ZoteroProblem>> {
  const { items, total } = await findProblems(user._id, { skip, limit })
  return { items: items.map(toProblem), total, skip, limit }
}

const toProblem = ({ key, title, reason, link }: ZoteroItemRecord): ZoteroProblem => ({
  key,
  title,
  reason: link?.refused ?? reason ?? 'It was not recognised.',
})

/** What the reader is asked: papers that were removed on one side, and notes of which two are kept. The oldest first. */
export async function listQuestions(
  user: UserRecord,
  { skip = 0, limit = LIMIT_DEFAULT }: ZoteroPageQuery,
): Promise<List<ZoteroQuestion>> {
  const { items, total } = await findQuestioned(user._id, { skip, limit })
  const toQuestion = ({ item, kind }: (typeof items)[number]): ZoteroQuestion => ({
    key: item.key,
    kind,
    title: item.title,
    since: (item.removed_at ?? item.notes_apart_at ?? item.added_at).toISOString(),
  })
  return { items: items.map(toQuestion), total, skip, limit }
}

/**
 * Carries out what the reader decided. "keep" changes nothing on either side. "remove" takes the paper off the list, or our
 * tag and the collection off its item, which stays in the library. Throws "not-found" when it is not asked any more, and
 * as `Zotero` does.
 */
export async function answerQuestion(
  product: Pick<Product, 'zotero' | 'secrets'>,
  user: UserRecord,
  { key, kind, answer }: ZoteroAnswer & { key: string },
): Promise<void> {
  const library = await requireLibrary(user)
  const item = (await findItemsByKey(user._id, [key])).get(key)
  const isAsked = item !== undefined && (item.removed_at !== null || item.notes_apart_at !== null)
  if (!isAsked || kindOf(item) !== kind) throw new AppError('not-found', 'This is not asked any more.')
  if (kind === 'notes-apart') return changeZoteroItem(item._id, { notes_apart_at: null })
  if (kind === 'removed-in-zotero') {
    const itemId =
      item.link?.item_id ?? (await findSavedItems(user._id, [item.paper_id ?? ''])).get(item.paper_id ?? '')
    if (answer === 'remove' && itemId !== undefined) await removeFromList(user, itemId)
    // It stays known, so that it is not created again.
    return changeZoteroItem(item._id, { removed_at: null })
  }
  if (answer === 'remove') await takeOut(product, library, item)
  await changeZoteroItem(item._id, { link: null, removed: null, removed_at: null })
}

/** Takes our tag and our collection off an item. One that is gone meanwhile has neither. */
async function takeOut(
  product: Pick<Product, 'zotero' | 'secrets'>,
  library: ZoteroLibrary,
  { key }: ZoteroItemRecord,
): Promise<void> {
  const zotero = requireZotero(product)
  const access = accessTo(product, library, AbortSignal.timeout(WAIT_MAX_MS))
  for (let tries = 1; tries <= TRIES; tries++) {
    const [item] = (await zotero.readItems(access, [key])).items
    if (item === undefined) return
    const tags = item.tags.filter(({ tag }) => tag !== OUR_TAG)
    const collections = item.collections.filter((one) => one !== library.push_to?.key)
    const changed = await zotero.change(access, item, { tags, collections })
    if (changed === 'newer') continue
    if (changed === 'gone' || 'version' in changed) return
    throw new AppError('source-unavailable', `${changed.refused}. Try again later.`)
  }
  throw new AppError('conflict', 'The item is being changed in Zotero. Try again later.')
}
