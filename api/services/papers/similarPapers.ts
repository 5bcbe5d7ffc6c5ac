import { SIMILAR_DEFAULT } from '../../contract/limits.ts'
import type { SimilarInput, SimilarPapers } from '../../contract/taste.ts'
import { findAliases } from '../../store/papers/joins.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findMarks } from '../joining/readerPapers.ts'
import type { Product } from '../product.ts'
import { findSimilar, findSimilarToText, type Similar } from '../ranking/similar.ts'

/** The papers most like the paper `id`, each with what the user did with it. Throws "not-found" and "unavailable". */
export async function listSimilar(
  product: Pick<Product, 'index' | 'nearest'>,
  user: Pick<UserRecord, '_id'>,
  { id, limit = SIMILAR_DEFAULT }: { id: string; limit?: number | undefined },
): Promise<SimilarPapers> {
  const { paperOf } = await findAliases([id])
  const { items, ...found } = await findSimilar(product, paperOf(id), limit)
  return toList(user, { ...found, items: items.filter(({ paper }) => paper.id !== paperOf(id)) }, limit)
}

/** The papers most like a text, each with what the user did with it. Throws "unavailable". */
export async function listSimilarToText(
  product: Pick<Product, 'index' | 'nearest' | 'embedding'>,
  user: Pick<UserRecord, '_id'>,
  { text, limit = SIMILAR_DEFAULT }: SimilarInput,
  signal?: AbortSignal,
): Promise<SimilarPapers> {
  return toList(user, await findSimilarToText(product, text, { limit, signal }), limit)
}

async function toList(
  user: Pick<UserRecord, '_id'>,
  { note, ...found }: Similar,
  limit: number,
): Promise<SimilarPapers> {
  // Several records of one paper may be found.
  const items = [...new Map(found.items.map((item) => [item.paper.id, item])).values()]
  const marksOf = await findMarks(
    user._id,
    items.map(({ paper }) => paper.id),
  )
  return {
    items: items.map((item) => ({ ...item, ...marksOf(item.paper.id) })),
    total: items.length,
    skip: 0,
    limit,
    ...(note !== undefined && { note }),
  }
}
