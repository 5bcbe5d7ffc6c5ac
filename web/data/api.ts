import { createContext, use } from 'react'
import type { createClient } from '../shared/client.ts'

export type Client = ReturnType<typeof createClient>
export const ClientContext = createContext<Client | null>(null)

/** The API client of the page. */
export function useClient(): Client {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient needs a ClientContext above it')
  return client
}
