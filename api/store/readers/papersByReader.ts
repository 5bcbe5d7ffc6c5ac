/** The paper ids of each reader. */
export function papersByReader(pairs: readonly { user_id: string; paper_id: string }[]): Map<string, Set<string>> {
  const byReader = Map.groupBy(pairs, ({ user_id }) => user_id)
  return new Map([...byReader].map(([userId, own]) => [userId, new Set(own.map(({ paper_id }) => paper_id))]))
}
