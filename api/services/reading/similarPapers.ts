import { SIMILAR_DEFAULT } from '../../contract/limits.ts'
import type { SimilarPapers } from '../../contract/taste.ts'
import { findSavedItems } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { findSimilar } from '../taste/similar.ts'

/** The papers most like the paper `id`, each with the user's reading list item. Throws "not-found". */
export async function listSimilar(
  product: Pick<Product, 'index' | 'nearest'>,
  user: UserRecord,
  { id, limit = SIMILAR_DEFAULT }: { id: string; limit?: number | undefined },
): Promise<SimilarPapers> {
  const { items, total } = await findSimilar(product, id, limit)
  const saved = await findSavedItems(
    user._id,
    items.map(({ paper }) => paper.id),
  )
  return {
    items: items.map((item) => {
      const saved_item_id = saved.get(item.paper.id)
      return { ...item, ...(saved_item_id !== undefined && { saved_item_id }) }
    }),
    total,
    skip: 0,
    limit,
  }
}
