import { describe, expect, test } from 'bun:test'
import { buildAtomFeed } from '#api/mail/atomFeed.ts'
import { setDisabled } from '#api/store/readers/userAccess.ts'
import { parseXml } from '#api/text/xml.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { useApp } from '#tests/support/app.ts'
import { samplePaper, serverPaper } from '#tests/support/samples.ts'

const { as, app } = useApp()
const instants = { published: '2026-11-17T00:00:00Z', updated: '2026-11-17T00:59:59Z' }
const feedOf = (name: string) => as(name).users.me['feed-address']

async function read(address: string, headers: Record<string, string> = {}) {
  const response = await app.handle(new Request(address, { headers }))
  const xml = await response.text()
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    type: response.headers.get('content-type'),
    xml,
  }
}
const titlesOf = (xml: string) => [...xml.matchAll(/<entry>[^]*?<title>([^<]*)<\/title>/g)].map(([, title]) => title)

describe('The personal feed', () => {
  test('has the cards of its reader in the order of the web, at an address that can be renewed and switched off', async () => {
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    await announceTitles('2026-11-17', ['Sails', 'Keels'])
    for (const name of ['ada', 'ben']) {
      await as(name).users.me.put({ category_ids: ['cs.LG'] })
      for (const day of ['2026-11-16', '2026-11-17']) await as(name).users.me.dashboard.get({ query: { day } })
    }
    expect((await feedOf('ada').get()).data).toEqual({ address: null })
    const address = (await feedOf('ada').post()).data?.address ?? ''
    const bens = (await feedOf('ben').post()).data?.address ?? ''
    expect((await feedOf('ada').get()).data).toEqual({ address })
    expect(address).not.toBe(bens)

    const { status, xml, type, cache } = await read(address)
    expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const cards = (await as('ada').users.me['delivered-cards'].get({ query: {} })).data?.items ?? []
    expect(cards).toHaveLength(4)
    expect(titlesOf(xml)).toEqual(cards.map(({ paper }) => paper.title))
    const updated = [...xml.matchAll(/<updated>([^<]*)<\/updated>/g)].map(([, at = '']) => at)
    expect(updated.slice(1)).toEqual(updated.slice(1).toSorted().toReversed())
    // A program keeps it, and asks whether it has changed.
    expect(cache).toBe('private, max-age=0, must-revalidate')

    const renewed = (await feedOf('ada').post()).data?.address ?? ''
    expect([(await read(address)).status, (await read(renewed)).status]).toEqual([404, 200])
    expect((await feedOf('ada').delete()).data).toEqual({ address: null })
    expect([(await read(renewed)).status, (await read(bens)).status]).toEqual([404, 200])
    await setDisabled((await as('ben').auth.me.get()).data?.id ?? '', true)
    expect((await read(bens)).status).toBe(404)
  })

  test('is a JSON Feed at the same address with another end', async () => {
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    await as('ada').users.me.put({ category_ids: ['cs.LG'] })
    await as('ada').users.me.dashboard.get({ query: { day: '2026-11-16' } })
    const atom = (await feedOf('ada').post()).data?.address ?? ''
    const address = atom.replace(/atom$/, 'json')
    const { status, type, cache, xml: text } = await read(address)
    expect([status, type, cache]).toEqual([
      200,
      'application/feed+json; charset=utf-8',
      'private, max-age=0, must-revalidate',
    ])
    const feed = JSON.parse(text)
    expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', feed_url: address })
    expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(titlesOf((await read(atom)).xml))
    expect(feed.items[0]).toMatchObject({
      url: expect.stringMatching(/\/paper\/arxiv:/),
      date_published: '2026-11-16T00:00:00Z',
      date_modified: '2026-11-16T00:59:59Z',
      content_text: expect.stringContaining('Why:'),
    })
    const key = new URL(address).pathname.split('/').at(-1)!.replace('.json', '')
    for (const file of [key, `${key}.xml`, `${key}.json.json`, 'x.json', '.json'])
      expect((await read(new URL(`/api/feeds/${file}`, address).href)).status).toBe(404)
  })

  test('ends with a sign-out everywhere: whoever had the session may have the address', async () => {
    const address = (await feedOf('ada').post()).data?.address ?? ''
    expect((await read(address)).status).toBe(200)
    expect((await as('ada').users.me['sign-out-everywhere'].post()).status).toBe(204)
    expect((await read(address)).status).toBe(404)
  })

  test('is well-formed XML with any text of a source', () => {
    const hostile = 'a\0\b\u000B\uFFFE\uD800 ]]> <!-- & "q" \'p\' <b> \u2028 🌅'
    const text = [{ text: hostile }]
    const paper = { ...samplePaper, title_segments: text, abstract_segments: text, authors: [{ name: hostile }] }
    const urls = { abs: `https://arxiv.org/abs/${hostile}` }
    const card = {
      paper: { ...paper, categories: [hostile], urls },
      reasons: [{ kind: 'keyword' as const, text: hostile }],
    }
    const publicUrl = 'https://papers.example.org'
    const address = `${publicUrl}/api/feeds/k.atom`
    const papers = [{ ...card, ...instants }]
    const xml = buildAtomFeed({ publicUrl, address, title: hostile, home: '/dashboard', papers })
    expect(xml.isWellFormed()).toBe(true)
    // oxlint-disable-next-line no-control-regex -- XML 1.0 does not allow them
    expect(xml).not.toMatch(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/)
    const [feed] = parseXml(xml).children
    const entry = feed?.children.find(({ name }) => name === 'entry')
    const textOf = (name: string) => entry?.children.find((child) => child.name === name)?.text
    expect(textOf('title')).toBe('a \uFFFD ]]> <!-- & "q" \'p\' <b> 🌅')
    expect(textOf('updated')).toBe('2026-11-17T00:59:59Z')
  })
  test('says of a preprint of medRxiv what it is, and names its subject beside the code', () => {
    const publicUrl = 'https://papers.example.org'
    const reasons = [{ kind: 'category' as const, text: 'medrxiv.hiv-aids' }]
    const papers = [{ paper: serverPaper('medrxiv'), reasons, ...instants }]
    const address = `${publicUrl}/api/feeds/k.atom`
    const xml = buildAtomFeed({ publicUrl, address, title: 'Ada', home: '/dashboard', papers })
    expect(xml).toContain('<category term="medrxiv.hiv-aids" label="medRxiv HIV/AIDS"/>')
    expect(xml).toContain(
      '<summary>Why: you follow medRxiv HIV/AIDS\n\nPreprint, not peer reviewed. It should not guide clinical practice.',
    )
  })
})
