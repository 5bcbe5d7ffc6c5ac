import type { Category, CategoryInput } from '../../contract/categories.ts'
import { SEARCH_QUERY_MAX } from '../../contract/limits.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { isSearchable } from '../../search/query/bound.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'
import {
  deleteTopic,
  findCategories,
  saveCategory,
  saveTopic,
  type CategoryRecord,
  type SourceCodes,
} from '../../store/papers/categories.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { addCategoryOf, addTopic, recordTopicChange } from '../../store/papers/paperCategories.ts'
import { findNewestSeq } from '../../store/papers/papers.ts'
import { followCategory, unfollowCategory, type UserRecord } from '../../store/readers/users.ts'
import { foldTag } from '../../text/tags.ts'
import { archiveOf, canonicalCategory, sourceOf } from '../../text/taxonomy/taxonomy.ts'
import type { Product, Sources } from '../product.ts'
import { catchUp } from '../search/indexing.ts'
import { findMatches } from '../search/savedSearchMatches.ts'
import { AFTER_TAXONOMY, categoryReader } from './categories.ts'

const TOPICS = 'Topics'
/** A new topic also has the papers of so many days. */
const RECENT_DAYS = 30
const RECENT_MAX = 5_000
/** With so many papers to index, some seconds of work, a topic waits for them. With more, the index is being built. */
const WAITS_FOR = 2_000
const RETRY_S = 60

/**
 * Creates a private topic (requires `query`), which the user follows from then on, or, when `source_codes` are given, a
 * shared category (admins only). It has the papers of the last 30 days at once. Throws "conflict" when the user
 * already has a category of that name or too many topics, "invalid-input", "forbidden", and "unavailable" while the search
 * index is being built, which does not find all papers of the topic.
 */
export async function createTopic(product: Product, user: UserRecord, input: CategoryInput): Promise<Category> {
  const name = (input.name ?? '').trim().replace(/\s+/g, ' ')
  // With punctuation: the name of a followed search has its operators, and "a b" and "a -b" are two searches.
  const key = foldTag(name) || name
  const shared = input.source_codes !== undefined
  if (shared && !isAdmin(user, product.config))
    throw new AppError('forbidden', 'Only an admin can create a category from the codes of a source.')
  if (!shared && !input.query?.trim()) throw invalidField('query', 'A topic needs the words to search for.')
  if (input.query !== undefined && input.query.length > SEARCH_QUERY_MAX)
    throw invalidField('query', `A search has at most ${SEARCH_QUERY_MAX} characters.`)
  if (input.query !== undefined && !isSearchable(input.query))
    throw invalidField('query', 'There is no word in it to search for.')
  if (input.query !== undefined && parsePaperReference(input.query))
    throw invalidField('query', 'It names one paper. A topic needs words that new papers can have.')
  if (name === '') throw invalidField('name', 'A name needs at least one letter.')

  const seen = await findCategories(shared ? null : user._id)
  const isSame = (other: CategoryRecord) => [other.name, other._id].some((word) => foldTag(word) === key)
  const same = seen.find(isSame)
  if (same) throw new AppError('conflict', `There is a category named “${same.name}” already.`)
  if (!shared && (await isBeingBuilt(product)))
    throw new AppError('unavailable', 'The papers are still being indexed. Follow the search when this is done.', {
      retryAfter: RETRY_S,
    })
  const record: CategoryRecord = {
    _id: toSlug(key),
    name,
    name_key: key,
    kind: 'topic',
    group: TOPICS,
    description: input.description ?? '',
    aliases: [],
    source_codes: toSourceCodes(product.sources, input.source_codes ?? []),
    ...(input.query !== undefined && { query: input.query.trim() }),
    owner_id: shared ? null : user._id,
    daily_volume: 0,
    position: AFTER_TAXONOMY + 1,
  }
  await (shared ? saveCategory(record) : saveTopic(record))
  await recordTopicChange()
  await addToRecent(product, record)
  await recordTopicChange()
  // After the papers have the topic: deliveries are extended when the reader has more categories.
  if (!shared) await followCategory(user._id, record._id)
  return (await categoryReader(product.sources))(record)
}

/**
 * Deletes a topic of the user, who then no longer follows it. Cards that were delivered for it stay, and papers keep
 * its id, which is of no category then. Throws "not-found" when it is not a topic of this user.
 */
export async function deleteCategory({ _id: userId }: UserRecord, id: string): Promise<void> {
  const isDeleted = await deleteTopic(id, userId)
  // Also when it was deleted before: the process may have ended in between.
  await unfollowCategory(userId, id)
  if (!isDeleted) throw new AppError('not-found', 'You have no such topic.')
}

const isBeingBuilt = async ({ index }: Pick<Product, 'index'>): Promise<boolean> =>
  (await findNewestSeq()) - (await index.state()).seq > WAITS_FOR

/** Adds the category to the papers of the last 30 days that have its codes, and to the newest ones that its query matches. */
async function addToRecent(
  product: Pick<Product, 'index'>,
  { _id, query, source_codes }: CategoryRecord,
): Promise<void> {
  const from = addDays(dayIn('UTC', now()), -RECENT_DAYS)
  const codes = Object.values(source_codes).flatMap((own) => own ?? [])
  await addCategoryOf(codes, { from, categoryId: _id })
  if (query == null) return
  // Papers that are not indexed would be missed: processing, which matches new papers, may have read them already.
  await catchUp(product)
  const found = await findMatches(product, query, { from, limit: RECENT_MAX })
  const { withRecords } = await findAliases(found)
  await addTopic(withRecords(found), _id)
}

/** Readable and unique: two users may have topics of the same name. */
function toSlug(key: string): string {
  const words = key.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  return `${words.slice(0, 40) || 'topic'}-${crypto.randomUUID().slice(0, 8)}`
}

/** Converts `['arxiv:cs.CL']` to `{ arxiv: ['cs.CL'] }`, with canonical codes. */
function toSourceCodes(sources: Sources, prefixedCodes: readonly string[]): SourceCodes {
  const codes: SourceCodes = {}
  for (const text of prefixedCodes) {
    const [source = '', name = ''] = text.split(/:(.*)/)
    const code = canonicalCategory(name)
    if (code === null || sourceOf(archiveOf(code)) !== source || !sources.has(source))
      throw invalidField('source_codes', `“${text}” is not known.`)
    codes[source] = [...new Set([...(codes[source] ?? []), code])]
  }
  return codes
}
