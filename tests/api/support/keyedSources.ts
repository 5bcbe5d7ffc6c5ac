import { createSecrets } from '#api/platform/secrets.ts'
import { keepRefusedKeys, readRequestSettings } from '#api/services/ingestion/sourceKeys.ts'
import type { Source } from '#api/sources/source.ts'
import { Sources } from '#api/sources/sources.ts'
import { SECRET, useApp } from '#tests/support/app.ts'

const secrets = createSecrets(SECRET)

/** The keys of a source, and what is known about refused ones, as a process of the product keeps them. */
export const keptKeys = (id: string, apiUrl: () => string) => ({
  readSettings: () => readRequestSettings(secrets, { id, apiUrl: apiUrl() }),
  refusedKeys: keepRefusedKeys(secrets, id),
})

/** The app with these sources, and what an admin reads and sets of one. */
export function useKeyedSources(...sources: Source[]) {
  const app = useApp({ sources: new Sources(sources) })
  const admin = () => app.as('admin').admin
  const settings = (id: string) => admin().sources({ id })
  const status = async (id: string) =>
    (await admin()['paper-sources-status'].get()).data?.items.find((source) => source.id === id)
  const health = async () => (await admin()['system-health'].get()).data
  const check = async (name: string) => (await health())?.checks.find((one) => one.name === name)
  /** What the newest entry of the audit log says about changed settings. */
  const lastChange = async () =>
    (await admin().audit.get({ query: { action: 'source-settings' } })).data?.items[0]?.details
  return { product: app.product, settings, status, health, check, lastChange }
}
