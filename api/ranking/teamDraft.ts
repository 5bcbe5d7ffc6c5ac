/** Which of two orders put a card into a mixed list. */
export type Team = 'a' | 'b'

/**
 * Mixes two orders of the same items by team draft: in each round a coin decides which order goes first, and each puts in
 * its best item that is not in the list yet. `coin` returns numbers from 0 to below 1. F. Radlinski, M. Kurup and
 * T. Joachims, "How does clickthrough data reflect retrieval quality?", CIKM 2008, 43-52.
 */
export function draftTeams<Item>(
  first: readonly Item[],
  second: readonly Item[],
  coin: () => number,
): { item: Item; team: Team }[] {
  const orders = { a: first, b: second }
  const next = { a: 0, b: 0 }
  const taken = new Set<Item>()
  const mixed: { item: Item; team: Team }[] = []
  const draft = (team: Team) => {
    const order = orders[team]
    while (next[team] < order.length && taken.has(order[next[team]] as Item)) next[team] += 1
    if (next[team] >= order.length) return
    const item = order[next[team]] as Item
    taken.add(item)
    mixed.push({ item, team })
  }
  for (let before = -1; before < mixed.length;) {
    before = mixed.length
    const round: Team[] = coin() < 0.5 ? ['a', 'b'] : ['b', 'a']
    round.forEach(draft)
  }
  return mixed
}
