/** Removes what this browser keeps for the user: drafts of notes and recent searches. Their keys contain the user's id. */
export function forgetUser(id: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.includes(id)) localStorage.removeItem(key)
  } catch {
    // A browser that refuses storage has nothing to remove.
  }
}
