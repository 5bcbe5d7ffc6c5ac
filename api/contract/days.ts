import { t } from 'elysia'
import { BACKFILL_DAYS_MAX } from './limits.ts'
import { Day, Instant } from './lists.ts'
import { oneOf } from './stringSchemas.ts'

/**
 * What is known about one announcement day: `announced` was read from the source's announcement, `empty` is confirmed to
 * have none, `recovered` was read from the source's changes afterwards, `missing` was read from neither although it
 * should have been published, `expected` is not published or not final yet.
 */
export const DAY_STATES = ['announced', 'empty', 'recovered', 'missing', 'expected'] as const
export const DayState = oneOf(DAY_STATES)
export type DayState = (typeof DAY_STATES)[number]

export const ArchiveDayRow = t.Object({
  archive: t.String({ description: 'Archive of the source, such as "cs".' }),
  state: DayState,
  papers: t.Integer({ description: 'Stored papers that were announced on the day in this archive.' }),
  unaccounted: t.Integer({ description: 'Records of the day that could not be read or placed.' }),
  read_at: t.Nullable(Instant, { description: 'When the state was last confirmed.' }),
})
export type ArchiveDayRow = typeof ArchiveDayRow.static

export const DayRow = t.Object({
  source: t.String(),
  day: Day,
  state: DayState,
  papers: t.Integer(),
  unaccounted: t.Integer(),
  archives: t.Array(ArchiveDayRow),
})
export type DayRow = typeof DayRow.static

export const DaysQuery = t.Object({
  from: t.Optional(Day),
  until: t.Optional(Day),
  source: t.Optional(t.String({ maxLength: 40 })),
})
export const Days = t.Object({
  items: t.Array(DayRow, { description: 'The working days of the range, newest first. Default: eight weeks.' }),
  total: t.Integer(),
  missing: t.Integer({ description: 'How many of them are missing.' }),
})
export type Days = typeof Days.static

export const BackfillInput = t.Object(
  {
    from: Day,
    until: Day,
    source: t.Optional(t.String({ maxLength: 40 })),
    dry_run: t.Optional(t.Boolean({ default: false, description: 'Only estimate. Nothing is fetched.' })),
  },
  { additionalProperties: false, description: `At most ${BACKFILL_DAYS_MAX} days, from the past.` },
)
export type BackfillInput = typeof BackfillInput.static

export const BackfillEstimate = t.Object({
  days: t.Integer({ description: 'Missing working days in the range.' }),
  requests: t.Integer({ description: 'About how many requests to the source.' }),
  seconds: t.Integer({ description: 'About how long they take, because of the pause between requests.' }),
})
export type BackfillEstimate = typeof BackfillEstimate.static

export const RequestBudget = t.Object({
  used: t.Integer({ description: 'Requests of today (UTC).' }),
  limit: t.Nullable(t.Integer(), {
    description:
      'Requests a day that are allowed now; null for any number. Without a key that is refused they may be fewer than the setting.',
  }),
  resets_at: Instant,
})

export const SourceSettings = t.Object({
  id: t.String(),
  name: t.String(),
  enabled: t.Boolean(),
  gap_ms: t.Integer({ description: 'The setting: pause between two requests, in milliseconds.' }),
  gap_in_force_ms: t.Integer({ description: 'The pause that is kept now: longer while a refused key is left out.' }),
  addresses: t.Record(t.String(), t.String(), { description: 'Address by interface: "rss", "oai", "api".' }),
  key_needed: oneOf(['none', 'optional', 'required'], {
    description: 'Whether the source is asked with a key of this installation. It is never returned.',
  }),
  key_form: t.Optional(t.String({ description: 'What a key has in it, if it is not one word: "e-mail:password".' })),
  key_set: t.Boolean({ description: 'A key is saved for the address in force, and can be read.' }),
  key_refused: t.Boolean({
    description: 'The service refuses the key that it is asked with. False while the source is off.',
  }),
  requests_per_day: t.Nullable(t.Integer(), { description: 'The setting; null for any number. See `budget.limit`.' }),
  budget: RequestBudget,
  defaults: t.Object({
    gap_ms: t.Integer(),
    addresses: t.Record(t.String(), t.String()),
    requests_per_day: t.Nullable(t.Integer()),
  }),
})
export type SourceSettings = typeof SourceSettings.static

export const SourceSettingsChanges = t.Object(
  {
    enabled: t.Optional(t.Boolean()),
    gap_ms: t.Optional(t.Nullable(t.Integer({ minimum: 0, maximum: 600_000 }), { description: 'Null: the default.' })),
    addresses: t.Optional(
      t.Record(
        t.String({ maxLength: 20 }),
        t.Nullable(t.String({ maxLength: 500 }), { description: 'Null: the default.' }),
      ),
    ),
    requests_per_day: t.Optional(
      t.Nullable(t.Integer({ minimum: 1, maximum: 1_000_000 }), { description: 'Null: the default.' }),
    ),
    key: t.Optional(
      t.Nullable(t.String({ minLength: 1, maxLength: 500, pattern: '^[!-~](?:[ -~]*[!-~])?$' }), {
        description: 'Write-only. It is sent to the host of the address in force alone. Null removes it.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type SourceSettingsChanges = typeof SourceSettingsChanges.static

export const SourceTestInput = t.Object(
  {
    addresses: SourceSettingsChanges.properties.addresses,
    key: t.Optional(t.String({ minLength: 1, maxLength: 500, pattern: '^[!-~](?:[ -~]*[!-~])?$' })),
  },
  { additionalProperties: false },
)
export type SourceTestInput = typeof SourceTestInput.static

export const SourceTest = t.Object({
  ok: t.Boolean({ description: 'True if each interface answers as it should.' }),
  items: t.Array(
    t.Object({
      interface: t.String({ description: '"rss", "oai", "api"' }),
      address: t.String(),
      ok: t.Boolean(),
      message: t.String({ description: 'That it answers, or why not, in a sentence.' }),
      ms: t.Integer({ description: 'With the wait for other requests to the source.' }),
    }),
  ),
})
export type SourceTest = typeof SourceTest.static
