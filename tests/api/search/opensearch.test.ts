import { afterAll, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openOpenSearchIndex, type OpenSearch } from '#api/search/opensearch/openSearchIndex.ts'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import { cert, key } from '#tests/api/support/certificate.ts'
import {
  callOpenSearch,
  fill,
  findIn,
  findIndices,
  openInOpenSearch,
  openSearchUrl,
} from '#tests/api/support/engines.ts'
import { DISK_FULL, indexed, NOT_REACHED } from '#tests/api/support/searchIndex.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { makeFolder } from '#tests/support/process.ts'

const opened: SearchIndex[] = []
const keep = (index: SearchIndex) => {
  opened.push(index)
  return index
}
afterAll(() => Promise.all(opened.map((index) => index.close())))

const newPrefix = () => `test-${crypto.randomUUID()}`
const openAt = (server: Partial<OpenSearch>) => keep(openOpenSearchIndex({ url: '', prefix: newPrefix(), ...server }))

describe.skipIf(openSearchUrl === undefined)('The index in OpenSearch', () => {
  test('is rebuilt behind the one that is searched, and takes its place at once', async () => {
    const prefix = newPrefix()
    const index = keep(openInOpenSearch(prefix))
    await fill(index, [indexed('old', { title: 'Heron' })])
    await index.reset()
    expect(await index.state()).toEqual({
      seq: 0,
      size: 0,
      indexedThrough: null,
      rebuild: 0,
      replaces: true,
    })
    expect(await index.search({ q: 'heron' })).toMatchObject({ total: 1, indexed_through: null })
    await index.put([indexed('new', { title: 'Heron', seq: 3 })])
    expect(await findIn(index, 'heron')).toEqual(['old'])
    await index.markCurrent(new Date())
    expect(await findIn(index, 'heron')).toEqual(['new'])
    expect((await index.state()).seq).toBe(3)
    await index.becomeWriter()
    expect(await findIndices(prefix)).toEqual([`${prefix}-v1-000002`])
  })

  test('is never away while it is rebuilt again and again', async () => {
    const prefix = newPrefix()
    const server = { url: openSearchUrl ?? '', prefix, patienceMs: Infinity }
    const [writer, reader] = [openAt(server), openAt(server)]
    await fill(writer, [indexed('paper', { title: 'Heron' })])
    const done = new AbortController()
    const rebuild = async () => {
      for (let time = 0; time < 4; time++) {
        await writer.reset()
        await fill(writer, [indexed('paper', { title: 'Heron' })])
      }
      done.abort()
    }
    const totals: number[] = []
    const search = async () => {
      while (!done.signal.aborted) totals.push((await reader.search({ q: 'heron' })).total)
    }
    await Promise.all([rebuild(), search()])
    expect(totals.length).toBeGreaterThan(0)
    expect(new Set(totals)).toEqual(new Set([1]))
  })

  test('has the same papers with two writers, whose writes are late or repeated', async () => {
    const prefix = newPrefix()
    const [one, other] = [keep(openInOpenSearch(prefix)), keep(openInOpenSearch(prefix))]
    expect(await Promise.all([one.becomeWriter(), other.becomeWriter()])).toEqual([true, true])
    const papers = Array.from({ length: 30 }, (_, n) => indexed(`paper-${n}`, { title: `Heron ${n}`, seq: n + 1 }))
    const newer = papers.map((paper) => ({ ...paper, title: 'Owl', seq: paper.seq + 100 }))
    await Promise.all([one.put(papers), other.put(newer), one.put(papers.toReversed())])
    await Promise.all([one.put(newer), other.put(papers)])
    await Promise.all([one.markCurrent(new Date()), other.markCurrent(new Date())])
    expect([await findIn(one, 'heron'), (await one.search({ q: 'owl' })).total]).toEqual([[], 30])
    expect(await other.state()).toMatchObject({ seq: 130, size: 30 })
    expect(await findIndices(prefix)).toHaveLength(1)
  })

  test('is not written by one who has not seen that it is rebuilt', async () => {
    const prefix = newPrefix()
    const [one, other] = [keep(openInOpenSearch(prefix)), keep(openInOpenSearch(prefix))]
    await fill(one, [indexed('paper', { title: 'Heron', seq: 5 })])
    await other.becomeWriter()
    await one.reset()
    await other.put([indexed('late', { title: 'Heron', seq: 9 })])
    await other.markCurrent(new Date())
    expect((await one.state()).seq).toBe(0)
    await one.markCurrent(new Date())
    await one.becomeWriter()
    const error = await errorOf(other.put([indexed('later', { seq: 10 })]))
    expect(error.message).toBe('The index is not in OpenSearch.')
    await other.becomeWriter()
    expect((await other.state()).seq).toBe(0)
  })

  test('is empty and marked as such where it was deleted, and is made again by the next writer', async () => {
    const prefix = newPrefix()
    const index = keep(openInOpenSearch(prefix))
    expect(await index.search({ q: 'heron' })).toMatchObject({ total: 0, partial: true, indexed_through: null })
    await fill(index, [indexed('paper', { title: 'Heron' })])
    await callOpenSearch('DELETE', `/${prefix}-v1-000001`)
    expect(await index.state()).toEqual({
      seq: 0,
      size: 0,
      indexedThrough: null,
      rebuild: 0,
      replaces: false,
    })
    expect((await errorOf(index.put([indexed('other')]))).code).toBe('unavailable')
    expect(await findIndices(prefix)).toEqual([])
    await fill(index, [indexed('paper', { title: 'Heron' })])
    expect(await findIn(index, 'heron')).toEqual(['paper'])
  })

  test('is current when a change can be found, and not before', async () => {
    const prefix = newPrefix()
    const index = keep(openInOpenSearch(prefix))
    await index.becomeWriter()
    await callOpenSearch('PUT', `/${prefix}-v1-000001/_settings`, { 'index.refresh_interval': '-1' })
    await fill(index, [indexed('paper', { title: 'Heron' })])
    expect(await findIn(index, 'heron')).toEqual(['paper'])
  })

  test('does not count papers as indexed of which OpenSearch rejects one', async () => {
    const index = keep(openInOpenSearch())
    await fill(index, [indexed('paper', { seq: 1 })])
    const rejected = indexed('rejected', { seq: 2, categories: ['x'.repeat(40_000)] })
    expect((await errorOf(index.put([indexed('good', { seq: 3 }), rejected]))).message).toContain('status 400')
    expect((await index.state()).seq).toBe(1)
  })

  test('says that a disk is nearly full', async () => {
    const prefix = newPrefix()
    const index = keep(openInOpenSearch(prefix))
    await fill(index, [indexed('paper', { seq: 1 })])
    expect(await index.findProblem?.()).toBeNull()
    const block = (isBlocked: boolean | null) =>
      callOpenSearch('PUT', `/${prefix}-v1-000001/_settings`, { 'index.blocks.read_only_allow_delete': isBlocked })
    await block(true)
    expect((await errorOf(index.put([indexed('other', { seq: 2 })]))).message).toBe(DISK_FULL)
    expect(await index.findProblem?.()).toEqual({ state: 'slow', message: DISK_FULL })
    expect(await findIn(index, 'quiet')).toEqual(['paper'])
    await block(null)
    expect(await index.state()).toMatchObject({ seq: 1, size: 1 })
  })

  test('says that a part of it is lost', async () => {
    const prefix = newPrefix()
    const index = keep(openInOpenSearch(prefix))
    await index.becomeWriter()
    // No node may have it.
    await callOpenSearch('PUT', `/${prefix}-v1-000009?wait_for_active_shards=0`, {
      settings: { 'index.routing.allocation.require._name': 'none' },
    })
    expect(await index.findProblem?.()).toMatchObject({ state: 'down', message: expect.stringContaining('red') })
    await callOpenSearch('DELETE', `/${prefix}-v1-000009`)
  })

  test('is reached with TLS that an own authority signed, and not without that authority', async () => {
    await using folder = await makeFolder()
    const caFile = join(folder.path, 'ca.pem')
    await writeFile(caFile, cert)
    const tls = Bun.serve({
      port: 0,
      tls: { cert, key },
      async fetch(request) {
        const { pathname, search } = new URL(request.url)
        const answer = await fetch(`${openSearchUrl}${pathname}${search}`, {
          method: request.method,
          headers: { 'content-type': 'application/json' },
          body: (await request.text()) || null,
        })
        return Response.json(await answer.json(), { status: answer.status })
      },
    })
    const url = `https://localhost:${tls.port}`
    const trusted = openAt({ url, caFile })
    expect(await trusted.state()).toMatchObject({ seq: 0 })
    expect((await errorOf(openAt({ url }).state())).message).toBe(NOT_REACHED)
    await tls.stop(true)
  })
})
