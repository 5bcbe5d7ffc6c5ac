/**
 * Returns a function that keeps the value of the last key in memory, for all callers with this key: `make` is called when
 * the key is another one, and again after it failed.
 */
export function keepLast<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  let kept: { key: string; value: Promise<Value> } | null = null
  return (key, make) => {
    if (kept?.key === key) return kept.value
    const made = { key, value: make() }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = null
    })
    return made.value
  }
}
