/**
 * Returns a function that keeps the value of the last key in memory, for all callers with this key: `make` is called when
 * the key is another one, and again after it failed.
 */
export function keepLast<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const keep = keepLastByName<Value>(1)
  return (key, make) => keep('', key, make)
}

/** As `keepLast` for each name; of the `limit` names whose keys were the last to change. */
export function keepLastByName<Value>(
  limit: number,
): (name: string, key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, { key: string; value: Promise<Value> }>()
  return (name, key, make) => {
    const known = kept.get(name)
    if (known?.key === key) return known.value
    const made = { key, value: make() }
    kept.delete(name)
    kept.set(name, made)
    const [oldest] = kept.keys()
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
    made.value.catch(() => {
      if (kept.get(name) === made) kept.delete(name)
    })
    return made.value
  }
}
