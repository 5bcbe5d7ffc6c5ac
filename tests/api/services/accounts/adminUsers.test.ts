import { describe, expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { waitForAudit } from '#api/http/plugins/adminAudit.ts'
import { countCall, insertAudit } from '#api/store/readers/audit.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { useApp } from '#tests/support/app.ts'

const { app, as, tokenOf, withToken } = useApp()
const users = (query: object = {}) => as('admin').admin.users.get({ query })
const idOf = async (name: string) => (await as(name).auth.me.get()).data?.id ?? ''

describe('The list of users', () => {
  test('contains their profile and counts, and no token or secret', async () => {
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    await as('ada').users.me.put({ category_ids: ['cs.LG', 'math.AG'], preferences: { digest: { enabled: true } } })
    await as('ada').users.me.dashboard.get({ query: { day: '2026-11-16' } })
    await as('ada').users.me['reading-list'].post({ paper_id: 'arxiv:2611.91600' })
    // U+2028 becomes an escape in JavaScript's regular expressions that the database refuses.
    expect((await users({ q: 'a\u2028' })).status).toBe(200)
    const { data } = await users({ q: 'ada' })
    expect(data?.items).toEqual([
      {
        id: await idOf('ada'),
        name: 'Ada',
        email: 'ada@example.org',
        is_admin: false,
        disabled: false,
        dormant: false,
        new_sign_in_until: null,
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        categories: 2,
        saved: 1,
        delivered: 2,
        digest: true,
      },
    ])
  })

  test('is paged, newest first, and marks admins', async () => {
    await idOf('ada')
    await idOf('ben')
    const { data } = await users({ limit: 2 })
    expect(data).toMatchObject({ total: 3, skip: 0, limit: 2 })
    const all = (await users()).data?.items ?? []
    expect(all.filter(({ is_admin }) => is_admin).map(({ email }) => email)).toEqual(['admin@paperdawn.test'])
    expect((await users({ skip: 2 })).data?.items).toHaveLength(1)
  })

  test('is searched by name and e-mail address, and takes the query literally', async () => {
    await idOf('ada')
    expect((await users({ q: 'ADA@EX' })).data?.items).toHaveLength(1)
    expect((await users({ q: '.*' })).data?.items).toEqual([])
    expect((await users({ q: '(' })).status).toBe(200)
  })
})

describe('An account', () => {
  test('is rejected from the next request after it is disabled; after it is enabled again it has to sign in anew', async () => {
    const id = await idOf('ada')
    const token = await tokenOf('ada')
    const off = await as('admin').admin.users({ id }).put({ disabled: true })
    expect(off.data).toMatchObject({ id, disabled: true })
    expect((await withToken(token).auth.me.get()).error?.status).toBe(403)
    await as('admin').admin.users({ id }).put({ disabled: false })
    expect((await withToken(token).auth.me.get()).status).toBe(401)
    const { data } = await as('admin').admin.audit.get({ query: { action: 'user-' } })
    expect(data?.items.map(({ action, target, details }) => ({ action, target, details }))).toEqual([
      { action: 'user-enabled', target: id, details: 'Enabled the account of ada@example.org.' },
      { action: 'user-disabled', target: id, details: 'Disabled the account of ada@example.org.' },
    ])
  })

  test('of an admin cannot be disabled by that admin', async () => {
    const id = await idOf('admin')
    expect((await as('admin').admin.users({ id }).put({ disabled: true })).error).toMatchObject({ status: 409 })
    expect((await as('admin').auth.me.get()).status).toBe(200)
  })

  test('that does not exist returns 404, and no other field can be changed', async () => {
    expect((await as('admin').admin.users({ id: 'nobody' }).put({ disabled: true })).error?.status).toBe(404)
    const id = await idOf('ada')
    const { error } = await as('admin')
      .admin.users({ id })
      .put({ disabled: false, email_verified: true } as never)
    expect(error?.status).toBe(422)
    expect((await as('ada').admin.users({ id }).put({ disabled: true })).error?.status).toBe(403)
  })
})

test('The audit log leaves out calls that only read and were answered, if they are not wanted, and keeps those that were refused', async () => {
  await as('admin').admin.users.get({ query: {} })
  await as('ada').admin.users.get({ query: {} })
  await waitForAudit()
  const actionsOf = async (reads?: boolean) => {
    const { data } = await as('admin').admin.audit.get({ query: reads === undefined ? {} : { reads } })
    return data?.items.map(({ action, status }) => `${action} ${status}`)
  }
  expect(await actionsOf()).toEqual(expect.arrayContaining(['GET /api/admin/users 200', 'GET /api/admin/users 403']))
  expect(await actionsOf(false)).toEqual(['GET /api/admin/users 403'])
})

async function download(name: string, query: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenOf(name)}` }
  return app.handle(new Request(`http://localhost/api/admin/audit/export?${query}`, { headers }))
}

describe('The export of the audit log', () => {
  test('has all rows with person, object and outcome, and harms no spreadsheet', async () => {
    const by = { by: 'u-1', by_email: '=HYPERLINK("http://evil.example")@paperdawn.test' }
    for (let row = 0; row < 120; row += 1)
      await insertAudit({ ...by, action: 'user-disabled', target: `@sum-${row}`, details: 'a "quoted"\nline' })
    await countCall({ ...by, action: 'PUT /api/admin/users/:id', target: '-x', status: 403 })
    const csv = await download('admin', 'format=csv&person=evil')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="paperdawn-audit-[\d-]+\.csv"$/)
    const rows = parse(await csv.text(), { columns: true }) as Record<string, string>[]
    expect(rows.length).toBe(121)
    const facts = { person: `'${by.by_email}`, person_id: 'u-1' }
    expect(rows.find(({ object }) => object === "'-x")).toMatchObject({ ...facts, outcome: 'refused', status: '403' })
    expect(rows.find(({ object }) => object === "'@sum-119")).toMatchObject({
      ...facts,
      outcome: 'changed',
      details: 'a "quoted"\nline',
    })
    expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([])

    const lines = (await (await download('admin', 'format=jsonl&action=put&person=EVIL')).text()).split('\n')
    expect(lines.slice(1)).toEqual([''])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ...by, target: '-x', status: 403, outcome: 'refused', times: 1 })
    expect((await download('ada', 'format=csv')).status).toBe(403)
    expect((await download('admin', 'format=xlsx')).status).toBe(422)
  })
})
