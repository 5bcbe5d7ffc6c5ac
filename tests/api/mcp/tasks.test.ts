import { beforeEach, describe, expect, test } from 'bun:test'
import { catchUp } from '#api/services/search/indexing.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { callTool, useMcp } from './support.ts'

const mcp = useMcp()
const [thursday, friday] = ['2026-11-19', '2026-11-20']

beforeEach(async () => {
  await storePapers([1, 2], { announced_on: thursday })
  await storePapers([3, 4, 5], { announced_on: friday })
  await storePapers([6], { announced_on: friday, categories: ['math.NA'], primary_category: 'math.NA' })
  await recordDay(thursday)
  await recordDay(friday)
  await mcp.as('ada').users.me.put({ category_ids: ['cs.LG'] })
})

const connect = async () => mcp.connect(await mcp.makeToken('ada'))
const readList = async () => (await mcp.as('ada').users.me['reading-list'].get({ query: {} })).data?.items ?? []

describe('An agent', () => {
  test('finds the tools of its scopes with schemas and hints, and instructions about the texts of others', async () => {
    const client = await connect()
    expect(client.getServerVersion()).toMatchObject({ name: 'paperdawn' })
    expect(client.getInstructions()).toContain('untrusted_text')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'my_day',
      'where_is',
      'search',
      'get_paper',
      'similar_papers',
      'cite',
      'search_elsewhere',
      'look_up',
      'my_list',
      'save_paper',
      'remove_paper',
      'write_note',
      'tag_paper',
    ])
    const hints = tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint])
    expect(hints.filter(([, reads]) => reads === false)).toEqual([
      ['look_up', false, false],
      ['save_paper', false, false],
      ['remove_paper', false, true],
      ['write_note', false, true],
      ['tag_paper', false, true],
    ])
    for (const { inputSchema, outputSchema } of tools)
      expect([inputSchema, outputSchema]).toMatchObject([{ type: 'object' }, { type: 'object' }])
  })

  test('reads the newest day in its order, with places and reasons', async () => {
    const client = await connect()
    const { data, texts } = await callTool(client, 'my_day')
    expect(data).toMatchObject({ day: friday, previous_day: thursday, next_day: null, total: 3, next_skip: null })
    expect(data.items.map(({ place }: { place: number }) => place)).toEqual([1, 2, 3])
    expect(data.items[0].paper.untrusted_text.title).toMatch(/^Paper \d on lanterns$/)
    expect(texts[0]).toBe(`3 of 3 cards of ${friday}.`)
    expect(JSON.parse(texts[1] ?? '')).toEqual(data)
    const page = (await mcp.as('ada').users.me.dashboard.get({ query: {} })).data
    expect(data.items.map((card: { paper: { paper_id: string } }) => card.paper.paper_id)).toEqual(
      page?.cards.map(({ paper }) => paper.id),
    )
  })

  test('reads an earlier day, a day a page at a time, and why a day has no cards', async () => {
    const client = await connect()
    expect((await callTool(client, 'my_day', { day: thursday })).data).toMatchObject({ total: 2, next_day: friday })
    const first = await callTool(client, 'my_day', { day: friday, limit: 2 })
    expect(first.data).toMatchObject({ total: 3, next_skip: 2 })
    const rest = await callTool(client, 'my_day', { day: friday, limit: 2, skip: first.data.next_skip })
    expect(rest.data).toMatchObject({ next_skip: null, items: [{ place: 3 }] })
    const sunday = await callTool(client, 'my_day', { day: '2026-11-15' })
    expect(sunday.data).toMatchObject({ total: 0, empty_because: expect.any(String) })
    expect(sunday.texts[0]).toContain('No cards because:')
    const wrong = await callTool(client, 'my_day', { day: '2026-02-30' })
    expect(wrong).toMatchObject({ failed: true, texts: ['invalid-input: There is no day 2026-02-30.'] })
  })

  test('asks where a paper went: shown, of another category, unknown', async () => {
    const client = await connect()
    await callTool(client, 'my_day')
    expect((await callTool(client, 'where_is', { ref: paperId(3) })).data).toMatchObject({ fate: 'shown', day: friday })
    expect((await callTool(client, 'where_is', { ref: paperId(6) })).data).toMatchObject({ fate: 'other_categories' })
    const unknown = await callTool(client, 'where_is', { ref: 'No such title at all' })
    expect(unknown.data).toMatchObject({ fate: 'not_in_library', paper: null })
  })

  test('searches, reads a paper, and cites it in three formats', async () => {
    await catchUp(mcp.product)
    const client = await connect()
    const found = await callTool(client, 'search', { q: 'lanterns', limit: 4, sort: 'newest' })
    expect(found.data).toMatchObject({ total: 6, next_skip: 4 })
    expect(found.data.items).toHaveLength(4)
    const { paper_id } = found.data.items[0].paper
    const { data } = await callTool(client, 'get_paper', { paper_id })
    expect(data).toMatchObject({ saved_item_id: null, notices: [], paper: { paper_id, abstract_is_cut: false } })
    for (const [format, start] of [
      ['bibtex', '@'],
      ['ris', 'TY  - '],
      ['text', ''],
    ] as const) {
      const cited = await callTool(client, 'cite', { paper_id, format })
      expect(cited.data.untrusted_text).toStartWith(start)
      expect(cited.data.untrusted_text).toContain('lanterns')
    }
    expect(await callTool(client, 'cite', { paper_id, format: 'docx' })).toMatchObject({ failed: true })
    const missing = await callTool(client, 'get_paper', { paper_id: 'arxiv:2601.00001' })
    expect(missing).toMatchObject({ failed: true, texts: [expect.stringMatching(/^not-found: /)] })
  })

  test('learns that the search index is not ready, and not that nothing was found', async () => {
    const client = await connect()
    expect(await callTool(client, 'search', { q: 'lanterns' })).toMatchObject({
      failed: true,
      texts: ['unavailable: The search index is being built. Try again in a moment.'],
    })
  })

  test('lists similar papers with what is on the list', async () => {
    await catchUp(mcp.product)
    const client = await connect()
    const { data } = await callTool(client, 'similar_papers', { paper_id: paperId(3), limit: 3 })
    expect(data.items.length).toBeLessThanOrEqual(3)
    expect(data).toMatchObject({ next_skip: null, total: data.items.length })
  })

  test('saves a paper once, with note, status and tags, as the page of the list shows it', async () => {
    const client = await connect()
    const wanted = { paper_id: paperId(3), notes: 'For the talk', status: 'reading', tags: ['talk'] }
    const saved = await callTool(client, 'save_paper', wanted)
    expect(saved.data).toMatchObject({ created: true, item: { status: 'reading', version: 1 } })
    expect(saved.data.item.untrusted_text).toEqual({ notes: 'For the talk', tags: ['talk'] })
    const again = await callTool(client, 'save_paper', { paper_id: paperId(3), notes: 'Another' })
    expect(again.data).toMatchObject({ created: false, item: { item_id: saved.data.item.item_id } })
    expect(await readList()).toMatchObject([{ notes: 'For the talk', tags: ['talk'], status: 'reading' }])
  })

  test('writes a note and tags, and overwrites nothing that changed meanwhile', async () => {
    const client = await connect()
    const { item_id, version } = (await callTool(client, 'save_paper', { paper_id: paperId(3) })).data.item
    const noted = await callTool(client, 'write_note', { item_id, version, notes: 'Read section 2' })
    expect(noted.data.item).toMatchObject({ version: version + 1, untrusted_text: { notes: 'Read section 2' } })
    const tagged = await callTool(client, 'tag_paper', { item_id, version: version + 1, tags: ['a', 'b'] })
    expect(tagged.data.item.untrusted_text).toEqual({ notes: 'Read section 2', tags: ['a', 'b'] })
    const stale = await callTool(client, 'write_note', { item_id, version, notes: 'Lost?' })
    expect(stale).toMatchObject({
      failed: true,
      texts: [expect.stringMatching(/^conflict: .*Nothing was overwritten/)],
    })
    expect(await readList()).toMatchObject([{ notes: 'Read section 2' }])
  })

  test('reads the list by status, tag and words, a page at a time', async () => {
    const client = await connect()
    for (const number of [1, 2, 3])
      await callTool(client, 'save_paper', { paper_id: paperId(number), tags: number === 2 ? ['seminar'] : [] })
    expect((await callTool(client, 'my_list', { limit: 2 })).data).toMatchObject({ total: 3, next_skip: 2 })
    expect((await callTool(client, 'my_list', { tag: 'Seminar' })).data).toMatchObject({ total: 1 })
    expect((await callTool(client, 'my_list', { status: 'done' })).data).toMatchObject({ total: 0, items: [] })
    expect((await callTool(client, 'my_list', { q: 'paper 3' })).data).toMatchObject({ total: 1 })
  })

  test('removes a paper, which the reader can restore with its note', async () => {
    const client = await connect()
    const saved = await callTool(client, 'save_paper', { paper_id: paperId(3), notes: 'Keep me' })
    const { item_id } = saved.data.item
    for (const attempt of ['first', 'second'])
      expect([attempt, (await callTool(client, 'remove_paper', { item_id })).failed]).toEqual([attempt, false])
    expect(await readList()).toEqual([])
    await mcp.as('ada').users.me['reading-list']({ id: item_id }).restore.post()
    expect(await readList()).toMatchObject([{ notes: 'Keep me' }])
  })

  test('finds a whole task through: the day, the first paper saved, tagged and cited', async () => {
    const client = await connect()
    const [card] = (await callTool(client, 'my_day', { limit: 1 })).data.items
    const { item } = (await callTool(client, 'save_paper', { paper_id: card.paper.paper_id })).data
    await callTool(client, 'tag_paper', { item_id: item.item_id, version: item.version, tags: ['today'] })
    const { data } = await callTool(client, 'my_list', { tag: 'today' })
    expect(data.items[0].paper.paper_id).toBe(card.paper.paper_id)
    const [after] = (await callTool(client, 'my_day', { limit: 1 })).data.items
    expect(after.saved_item_id).toBe(item.item_id)
  })

  test('reads the day and the list as resources', async () => {
    const client = await connect()
    await callTool(client, 'save_paper', { paper_id: paperId(3) })
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['paperdawn://list'])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'paperdawn://day/{day}{?skip}',
      'paperdawn://list{?skip}',
    ])
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents
      return JSON.parse(content !== undefined && 'text' in content ? content.text : '') as object
    }
    expect(await read(`paperdawn://day/${thursday}`)).toMatchObject({ day: thursday, total: 2 })
    expect(await read('paperdawn://list')).toMatchObject({ total: 1, next_skip: null })
    expect(await read('paperdawn://list?skip=1')).toMatchObject({ total: 1, items: [] })
    for (const uri of ['paperdawn://day/2026-02-30', 'paperdawn://other', 'file:///etc/passwd'])
      expect(client.readResource({ uri })).rejects.toThrow(/There is no/)
  })
})
