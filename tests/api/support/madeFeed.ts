import { toMadeCode } from '#api/services/ingestion/finding.ts'
import { saveMade } from '#api/store/papers/categories.ts'

/** Stores the category of the feed at `address`. Returns its code. */
export async function makeFeed(address: string, name = 'Journal of Imaginary Vision'): Promise<string> {
  const code = toMadeCode('feed', address)
  await saveMade({
    _id: code,
    name,
    name_key: code,
    kind: 'feed',
    group: 'Feeds',
    description: '',
    aliases: [],
    source_codes: { feed: [code] },
    address,
    owner_id: null,
    daily_volume: 0,
    position: 1_000,
  })
  return code
}
