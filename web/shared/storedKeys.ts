/** The keys in local storage; none where the browser refuses storage. */
export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    // Without storage, nothing is kept there.
    return []
  }
}
