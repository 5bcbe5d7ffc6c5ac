import { now } from '#api/platform/clock.ts'
import { SELECTS } from './crossrefAnswers.ts'

/** A record as Crossref keeps it, in its own field names. */
export type SimWork = { DOI: string } & Record<string, unknown>

/** A journal as Crossref describes it. */
export type SimJournal = { title: string; ISSN: string[] } & Record<string, unknown>

/** The state of the simulated service that lists depend on. */
export interface Listed {
  works: SimWork[]
  visibleFrom: ReadonlyMap<string, Date>
  rowsMax: number
  hidden: number
}

export const findWork = (works: readonly SimWork[], doi: string) =>
  works.find(({ DOI }) => DOI.toLowerCase() === doi.toLowerCase())

type Test = (work: SimWork, value: string) => boolean

const dayOf = (work: SimWork, clock: string) =>
  (work[clock] as { 'date-time'?: string } | undefined)?.['date-time']?.slice(0, 10) ?? ''

/** Filters by name. The values of one name are alternatives; names are conditions that all hold. */
const FILTERS: Readonly<Record<string, Test>> = {
  doi: ({ DOI }, value) => DOI.toLowerCase() === value.toLowerCase(),
  issn: ({ ISSN }, value) =>
    Array.isArray(ISSN) && ISSN.some((issn) => String(issn).replace('-', '') === value.replace('-', '')),
  prefix: ({ DOI }, value) => DOI.startsWith(`${value}/`),
  type: ({ type }, value) => type === value,
  'update-type': (work, value) => {
    const updates = work['update-to']
    return Array.isArray(updates) && updates.some((update: { type?: string }) => update.type === value)
  },
  'from-created-date': (work, value) => dayOf(work, 'created') >= value,
  'until-created-date': (work, value) => dayOf(work, 'created') <= value,
  'from-update-date': (work, value) => (dayOf(work, 'deposited') || dayOf(work, 'created')) >= value,
}

/** Answers `/works`: rows, select, filter and cursor. */
export function listWorks(params: URLSearchParams, { works, visibleFrom, rowsMax, hidden }: Listed): Response {
  const rows = params.get('rows') ?? '20'
  if (!/^\d+$/.test(rows) || Number(rows) > 1_000)
    return refuse(
      'integer-not-valid',
      rows,
      `Integer specified as ${rows} but must be a positive integer less than or equal to 1000. `,
    )
  const select = params.get('select')?.split(',')
  const unknown = select?.find((name) => !SELECTS.includes(name))
  if (unknown !== undefined)
    return refuse(
      'select-not-available',
      unknown,
      `Select ${unknown} specified but there is no such select for this route. Valid selects for this route are: ${SELECTS.join(', ')}`,
    )
  const filters = (params.get('filter') ?? '').split(',').map((filter) => filter.split(/:(.*)/s))
  const [wrong] = filters.find(([name = '']) => FILTERS[name] === undefined) ?? []
  if (wrong !== undefined)
    return refuse(
      'filter-not-available',
      wrong,
      `Filter ${wrong} specified but there is no such filter for this route. Valid filters for this route are: ${Object.keys(FILTERS).join(', ')}`,
    )
  const conditions = [...Map.groupBy(filters, ([name = '']) => name)]
  const found = works.filter(
    (work) =>
      (visibleFrom.get(work.DOI) ?? now()) <= now() &&
      conditions.every(([name, values]) => values.some(([, value = '']) => FILTERS[name]?.(work, value))),
  )
  const cursor = params.get('cursor')
  const start = cursor === null || cursor === '*' ? 0 : readCursor(cursor)
  if (start === null)
    return refuse('cursor-invalid', cursor ?? '', 'Cursor specified but it is invalid', 'resource-failure', 404)
  const end = Math.min(start + Math.min(Number(rows), rowsMax), Math.max(0, found.length - hidden))
  const items = found
    .slice(start, end)
    .map((work) =>
      select === undefined ? work : Object.fromEntries(Object.entries(work).filter(([name]) => select.includes(name))),
    )
  return answer('work-list', {
    facets: {},
    // Never null, also behind the last page.
    ...(cursor !== null && { 'next-cursor': `DnF1ZXJ5+/${btoa(String(end))}` }),
    'total-results': found.length,
    items,
    'items-per-page': Number(rows),
    query: { 'start-index': 0, 'search-terms': null },
  })
}

function readCursor(cursor: string): number | null {
  const [, position] = /^DnF1ZXJ5\+\/([A-Za-z0-9=]+)$/.exec(cursor) ?? []
  return position === undefined ? null : Number(atob(position))
}

/** Answers `/journals`: those with any of the words, in no useful order. */
export function searchJournals(params: URLSearchParams, journals: readonly SimJournal[]): Response {
  const words = (params.get('query') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const found = journals.filter(({ title }) => words.some((word) => title.toLowerCase().includes(word)))
  return answer('journal-list', {
    'items-per-page': Number(params.get('rows') ?? 20),
    query: { 'start-index': 0, 'search-terms': params.get('query') },
    'total-results': found.length,
    items: found.slice(0, Number(params.get('rows') ?? 20)),
  })
}

export const answer = (type: string, message: object): Response =>
  Response.json(
    { status: 'ok', 'message-type': type, 'message-version': '1.0.0', message },
    { headers: { 'content-type': 'application/json' } },
  )

function refuse(type: string, value: string, message: string, kind = 'validation-failure', status = 400): Response {
  const body = { status: 'failed', 'message-type': kind, message: [{ type, value, message }] }
  const contentType = status === 404 ? 'application/json' : 'application/json;charset=utf-8'
  return Response.json(body, { status, headers: { 'content-type': contentType } })
}
