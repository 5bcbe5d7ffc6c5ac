import { createBiorxivSource } from '#api/sources/biorxiv/biorxiv.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { FAST_RETRIES } from './pipeline.ts'

/** bioRxiv and medRxiv at this address. Without one only their calendar can be used. */
export const createServers = (apiUrl = 'http://127.0.0.1:9') =>
  (['biorxiv', 'medrxiv'] as const).map((server) =>
    createBiorxivSource({
      server,
      apiUrl,
      gapMs: 0,
      retries: FAST_RETRIES,
      contactEmail: 'papers@example.org',
      rateLimit: mongoRateLimit(),
    }),
  )
