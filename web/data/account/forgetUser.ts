import { deviceStorage } from '../../shared/deviceStorage.ts'

/** Removes what this browser keeps for the user: drafts, changes and recent searches. Their keys contain the user's id. */
export function forgetUser(id: string): void {
  for (const key of deviceStorage.keys()) if (key.includes(id)) deviceStorage.remove(key)
}
