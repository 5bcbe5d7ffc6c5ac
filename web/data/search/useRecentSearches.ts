import { useState } from 'react'

const MAX_SEARCHES = 8

/** The user's last searches, newest first. Stored on this device only. */
export function useRecentSearches(userId: string) {
  const key = `paperdawn.searches.${userId}`
  const [searches, setSearches] = useState(() => read(key))

  const store = (next: string[]) => {
    setSearches(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // If the browser refuses storage, the searches are lost with the page.
    }
  }

  return {
    searches,
    add: (query: string) => store([query, ...searches.filter((other) => other !== query)].slice(0, MAX_SEARCHES)),
    remove: (query: string) => store(searches.filter((other) => other !== query)),
  }
}

function read(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string').slice(0, MAX_SEARCHES) : []
  } catch {
    // Unreadable storage counts as empty.
    return []
  }
}
