import { storedKeys } from '../../shared/storedKeys.ts'

/** Removes what this browser keeps for the user: drafts, changes and recent searches. Their keys contain the user's id. */
export function forgetUser(id: string): void {
  for (const key of storedKeys()) if (key.includes(id)) localStorage.removeItem(key)
}
