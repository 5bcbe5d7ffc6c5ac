import { Elysia } from 'elysia'
import type { BackfillInput, DayRow, DayState, SourceSettings, SourceSettingsChanges } from '#api/contract/days.ts'
import type { Job } from '#api/contract/jobs.ts'

const row = (day: string, state: DayState, papers = 0, unaccounted = 0): DayRow => ({
  source: 'arxiv',
  day,
  state,
  papers,
  unaccounted,
  archives: [{ archive: 'cs', state, papers, unaccounted, read_at: papers > 0 ? `${day}T05:12:00.000Z` : null }],
})

const defaults = { gap_ms: 3_000, addresses: { rss: 'https://rss.arxiv.org/rss', oai: 'https://oaipmh.arxiv.org/oai' } }

interface Parts {
  record: (path: string, body?: unknown) => void
  start: (kind: Job['kind'], set: { status?: number | string }) => unknown
}

/** In-memory API of the ledger of days: 11 and 12 November are missing until a back-fill starts. */
export function dayRoutes({ record, start }: Parts) {
  let state: DayState = 'missing'
  let settings: SourceSettings = {
    id: 'arxiv',
    name: 'arXiv',
    enabled: true,
    gap_ms: 3_000,
    gap_in_force_ms: 3_000,
    addresses: { ...defaults.addresses, oai: 'https://mirror.example.org/oai' },
    key_needed: 'none',
    key_set: false,
    key_refused: false,
    requests_per_day: null,
    budget: { used: 0, limit: null, resets_at: '2026-11-21T00:00:00.000Z' },
    defaults: { ...defaults, requests_per_day: null },
  }
  return new Elysia()
    .get('/admin/days', () => ({
      items: [
        row('2026-11-13', 'announced', 890),
        row('2026-11-12', state),
        row('2026-11-11', state),
        row('2026-11-10', 'recovered', 902, 13),
      ],
      total: 4,
      missing: state === 'missing' ? 2 : 0,
    }))
    .post('/admin/backfill', ({ body, set }) => {
      const { dry_run, ...range } = body as BackfillInput
      if (dry_run) return { days: range.from === range.until ? 1 : 2, requests: 14, seconds: 50 }
      record('backfill', range)
      state = 'recovered'
      return start('ingest', set)
    })
    .get('/admin/sources/:id', () => settings)
    .post('/admin/sources/:id/test', ({ body }) => {
      record('sources/arxiv/test', body)
      return {
        ok: false,
        items: [
          { interface: 'oai', address: 'https://a.example.org', ok: false, message: 'arXiv answers 404.', ms: 80 },
        ],
      }
    })
    .put('/admin/sources/:id', ({ body, set }) => {
      record('sources/arxiv', body)
      const { addresses = {}, gap_ms, enabled } = body as SourceSettingsChanges
      if (Object.values(addresses).some((address) => address?.startsWith('ftp:'))) {
        set.status = 422
        const fields = { 'addresses.rss': 'Use an address that begins with https:.' }
        return { error: { code: 'invalid-input', message: 'The request is not valid.', request_id: 'r-2', fields } }
      }
      settings = {
        ...settings,
        enabled: enabled ?? settings.enabled,
        gap_ms: gap_ms === undefined ? settings.gap_ms : (gap_ms ?? defaults.gap_ms),
      }
      return settings
    })
}
