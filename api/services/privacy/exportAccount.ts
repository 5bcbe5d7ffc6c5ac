import type { Strand } from '../../contract/strands.ts'
import type { Taste } from '../../contract/taste.ts'
import { dayIn, now } from '../../platform/clock.ts'
import { findCategoryNames, findFeedAddresses, findSourceQueries } from '../../store/papers/categories.ts'
import { findOwner, readParts } from '../../store/privacy/personalStore.ts'
import type { Owner } from '../../store/readers/erasures.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { inChunks, type StreamedFile } from '../../text/streamedFile.ts'
import { listKeptStrands } from '../taste/strands.ts'
import { getTaste } from '../taste/tastePage.ts'

/**
 * Everything that is kept about the user as one JSON document: "exported_at", "taste" in words, "interests_apart", "follows" with the names,
 * queries and addresses of what the profile has by its code, and for each of the other parts
 * (`store/privacy/personalData.ts`) a list. It contains no secrets and nothing about other readers.
 */
export async function exportAccount(user: UserRecord): Promise<StreamedFile> {
  const [taste, owner, follows, interests] = await Promise.all([
    getTaste(user),
    findOwner(user),
    describeFollowed(user),
    listKeptStrands(user),
  ])
  return {
    name: `paperdawn-${dayIn('UTC', now())}.json`,
    type: 'application/json',
    text: inChunks(writeExport({ taste, interests, follows }, owner)),
  }
}

/** What the user follows, in the user's order. A code alone does not say what a query or a feed is. */
async function describeFollowed({ category_ids }: UserRecord): Promise<Followed[]> {
  const [names, queries, addresses] = await Promise.all([
    findCategoryNames(category_ids),
    findSourceQueries(category_ids),
    findFeedAddresses(category_ids),
  ])
  return category_ids.map((id) => {
    const [name, query, address] = [names.get(id), queries.get(id), addresses.get(id)]
    return { id, ...(name && { name }), ...(query && { query }), ...(address && { address }) }
  })
}

interface Followed {
  id: string
  name?: string
  query?: string
  address?: string
}

async function* writeExport(
  { taste, interests, follows }: { taste: Taste; interests: readonly Strand[]; follows: readonly Followed[] },
  owner: Owner,
): AsyncIterable<string> {
  yield `{"exported_at":${JSON.stringify(now())},\n"taste":${JSON.stringify(taste)},\n"interests_apart":${JSON.stringify(interests)},\n"follows":${JSON.stringify(follows)}`
  for (const { part, documents } of readParts(owner)) {
    yield `,\n"${part}":[`
    let separator = '\n'
    for await (const document of documents) {
      yield `${separator}${JSON.stringify(document)}`
      separator = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}
