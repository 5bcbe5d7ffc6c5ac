import { Type } from '@sinclair/typebox'
import { isDay } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { getDashboard } from '../services/dashboard/dashboard.ts'
import { findWhereabouts } from '../services/papers/whereabouts.ts'
import { LIMIT_DEFAULT, McpCard, McpPaper, orNull, pageOf, paging, toMcpCard, toMcpPaper, toPage } from './shapes.ts'
import { defineTool, type McpCall } from './tool.ts'

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' })

const DayAnswer = Type.Object({
  day: Type.String(),
  previous_day: orNull,
  next_day: orNull,
  empty_because: Type.Union([Type.String(), Type.Null()], { description: 'Why the day has no cards.' }),
  day_state: Type.Union([Type.String(), Type.Null()], { description: '"missing" and others: cards may be missing.' }),
  source_failing_since: Type.Union([Type.String(), Type.Null()], { description: 'The day may be incomplete.' }),
  missing_days: Type.Array(Type.String(), { description: 'Days that could not be read so far.' }),
  ...pageOf(McpCard),
})

/** One page of the cards of a day, by default the newest one, and what may be missing in it. */
export async function readDay(
  { product, user }: McpCall,
  { day, skip = 0, limit = LIMIT_DEFAULT }: { day?: string; skip?: number; limit?: number },
) {
  if (day !== undefined && !isDay(day)) throw invalidField('day', `There is no day ${day}.`)
  const shown = await getDashboard(product, user, { ...(day !== undefined && { day }), first: skip + limit })
  const { freshness, outline } = shown
  return {
    day: shown.day,
    previous_day: shown.previous_day ?? null,
    next_day: shown.next_day ?? null,
    empty_because: freshness.reason ?? null,
    day_state: freshness.day_state ?? null,
    source_failing_since: freshness.failing_since ?? null,
    missing_days: freshness.missing_days ?? [],
    ...toPage(shown.cards.slice(skip).map(toMcpCard), { total: outline.length, skip }),
  }
}

export const dayTools = [
  defineTool({
    name: 'my_day',
    title: 'The papers of a day',
    description:
      'The papers chosen for the reader on a day, in their order, each with its place and the reasons for it. Without ' +
      '`day` the newest day.',
    scope: 'day:read',
    hints: { readOnlyHint: true },
    input: Type.Object({ day: Type.Optional(Day), ...paging }, { additionalProperties: false }),
    output: DayAnswer,
    async run(call, input) {
      const data = await readDay(call, input)
      const why = data.empty_because === null ? '' : ` No cards because: ${data.empty_because}.`
      const failing = data.source_failing_since === null ? '' : ` A source fails since ${data.source_failing_since}.`
      return { text: `${data.items.length} of ${data.total} cards of ${data.day}.${why}${failing}`, data }
    },
  }),
  defineTool({
    name: 'where_is',
    title: 'Where a paper went',
    description:
      'What became of a paper for the reader: shown at which place, below the cut, muted, in other categories, not in ' +
      'the library. `ref` is an id, a DOI, an address or a title.',
    scope: 'day:read',
    hints: { readOnlyHint: true },
    input: Type.Object({ ref: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
    output: Type.Object({
      fate: Type.String(),
      day: orNull,
      place: Type.Union([Type.Integer(), Type.Null()]),
      of: Type.Union([Type.Integer(), Type.Null()]),
      because: Type.Union([Type.String(), Type.Null()], { description: 'The muted word or author of the reader.' }),
      saved_item_id: orNull,
      paper: Type.Union([McpPaper, Type.Null()]),
    }),
    async run({ product, user }, { ref }) {
      const found = await findWhereabouts(product, user, ref)
      const data = {
        fate: found.fate,
        day: found.day ?? null,
        place: found.place ?? null,
        of: found.of ?? null,
        because: found.because ?? null,
        saved_item_id: found.saved_item_id ?? null,
        paper: found.paper === undefined ? null : toMcpPaper(found.paper),
      }
      return { text: `The paper is “${found.fate}”${found.day === undefined ? '' : ` on ${found.day}`}.`, data }
    },
  }),
]
