import { useState } from 'react'

const KEPT = 8

/** The reader's last searches, newest first, kept on this device only. */
export function useRecentSearches(userId: string) {
  const key = `paperdawn.searches.${userId}`
  const [searches, setSearches] = useState(() => read(key))

  const keep = (next: string[]) => {
    setSearches(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A browser that refuses storage keeps them for this visit only.
    }
  }

  return {
    searches,
    add: (words: string) => keep([words, ...searches.filter((other) => other !== words)].slice(0, KEPT)),
    remove: (words: string) => keep(searches.filter((other) => other !== words)),
  }
}

function read(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((words) => typeof words === 'string').slice(0, KEPT) : []
  } catch {
    // Storage that cannot be read holds no searches.
    return []
  }
}
