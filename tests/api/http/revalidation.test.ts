import { afterAll, expect, test } from 'bun:test'
import { createServer } from '#api/http/server.ts'
import { useApp } from '#tests/support/app.ts'
import { makeFolder } from '#tests/support/process.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'

const { as, product, tokenOf } = useApp()
const folder = await makeFolder()
const server = await createServer(product, folder.path)
server.listen({ hostname: '127.0.0.1', port: 0, reusePort: false })
afterAll(async () => {
  await server.stop(true)
  await folder[Symbol.asyncDispose]()
})

const DAY = '2026-11-20'
const dashboard = async (tag?: string, encoding = 'br') =>
  fetch(new URL(`/api/users/me/dashboard?day=${DAY}&limit=30`, server.server!.url), {
    headers: {
      authorization: `Bearer ${await tokenOf('ada')}`,
      'accept-encoding': encoding,
      ...(tag !== undefined && { 'if-none-match': tag }),
    },
  })

test('The dashboard is not sent again until something that it shows has changed', async () => {
  await storePapers([1, 2], { announced_on: DAY })
  await recordDay(DAY)
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
  // The first visit is stored by the first request.
  await (await dashboard()).text()
  const first = await dashboard()
  expect(first.status).toBe(200)
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
  const paper = (number: number) => as('ada').papers({ id: encodeURIComponent(paperId(number)) })
  let tag = first.headers.get('etag')!
  for (const change of [
    () => paper(1).view.post({ view_duration: 0 }),
    () => paper(2).feedback.put({ value: 'dislike' }),
    () => as('ada').users.me['reading-list'].post({ paper_id: paperId(1), notes: 'About lamps.' }),
    () => storePapers([3], { announced_on: DAY }).then(() => recordDay(DAY)),
  ]) {
    const same = await dashboard(`"other", ${tag}`, 'gzip')
    expect(same.status).toBe(304)
    expect(await same.text()).toBe('')
    await change()
    const changed = await dashboard(tag)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
    expect(await changed.json()).toHaveProperty('outline')
    tag = changed.headers.get('etag')!
  }
})

test('A failed request of the dashboard is not kept', async () => {
  const response = await fetch(new URL('/api/users/me/dashboard', server.server!.url))
  expect(response.status).toBe(401)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('etag')).toBeNull()
})

test('A feed is not sent again to a program that names its tag, among others or as a proxy changed it', async () => {
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
  const { address = null } = (await as('ada').users.me['feed-address'].post()).data ?? {}
  const read = (tag?: string) =>
    fetch(new URL(new URL(address ?? '').pathname, server.server!.url), {
      headers: tag === undefined ? {} : { 'if-none-match': tag },
    })
  const etag = (await read()).headers.get('etag') ?? ''
  const strong = etag.replace(/^W\//, '')
  const statuses = []
  for (const tag of [etag, strong, `W/${strong}`, `"other", W/${strong}`, '*', '"other"'])
    statuses.push((await read(tag)).status)
  expect(statuses).toEqual([304, 304, 304, 304, 304, 200])
})
