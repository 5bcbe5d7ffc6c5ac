/** Letters that are written from right to left, and characters that change the direction of what follows. */
const HAS_DIRECTION = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** A query within a sentence: its direction does not change that of the sentence. */
export function QueryText({ query }: { query: string }) {
  return HAS_DIRECTION.test(query) ? <bdi>{query}</bdi> : query
}
