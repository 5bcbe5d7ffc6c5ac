import { afterAll, describe, expect, test } from 'bun:test'
import { hashOfToken } from '#api/platform/identity/personalTokens.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { keepEverything, markerOf, startLibrary } from '#tests/api/support/keepEverything.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const app = useApp({ sink })
afterAll(() => sink.stop())

async function exportOf(name: string) {
  const headers = { authorization: `Bearer ${await app.tokenOf(name)}` }
  const response = await app.app.handle(new Request('http://localhost/api/users/me/export', { headers }))
  const text = await response.text()
  return { response, text, parts: JSON.parse(text) as Record<string, Record<string, unknown>[]> }
}

describe('The export of an account', () => {
  test('has everything kept about its reader, by kind, and nothing else', async () => {
    await startLibrary(app, sink)
    await keepEverything(app, 'ben')
    const before = sink.messages().length
    const user = await keepEverything(app, 'ada')
    expect(sink.messages().length).toBeGreaterThan(before)
    const address = (await app.as('ada').users.me['feed-address'].get()).data?.address ?? ''

    const { response, text, parts } = await exportOf('ada')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="paperdawn-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')

    const { exported_at, taste, ...lists } = parts
    expect(Object.keys(parts).filter((part) => Array.isArray(parts[part]) && parts[part].length === 0)).toEqual([])
    expect({ exported_at, taste }).toMatchObject({
      exported_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      taste: { adjustments: [{ key: markerOf('ada') }] },
    })
    expect(lists).toMatchObject({
      profile: [{ id: user._id, email: 'ada@example.org', name: `Name ${markerOf('ada')}` }],
      interests_apart: [{ name: `Interest ${markerOf('ada')}` }],
      topics: [{ name: `Topic ${markerOf('ada')}`, query: 'lanterns' }],
      reading_list: [{ notes: `Note ${markerOf('ada')}`, tags: [markerOf('ada')] }],
      actions: [{ clicked: true }],
      deliveries: [{ day: '2026-11-16', cards: [{ rank: 1 }, { rank: 2 }] }],
      followed_people: [{ author: 'Mirela Quillfeather', orcid: '0000-0002-1825-0097' }],
      people_judgements: [{ author: 'Mirela Quillfeather', value: 'yes' }],
      taste_start: [{ kind: 'topic', key: `topic ${markerOf('ada')}` }],
      compared_orders: [{ winner: 'a' }],
      mails: expect.arrayContaining([
        expect.objectContaining({ to: 'ada@example.org', kind: 'digest' }),
        expect.objectContaining({ to: `${markerOf('ada')}@kindle.example`, kind: 'ereader-test' }),
      ]),
      ereader: [{ address: `${markerOf('ada')}@kindle.example` }],
      refused_addresses: [{ address: 'ada@example.org' }],
      terminals: [{ device: `terminal ${markerOf('ada')}` }],
      personal_tokens: [{ name: `Token ${markerOf('ada')}`, scopes: ['day:read'] }],
      connections: [{ kind: 'slack', host: '127.0.0.1:9', on: true }],
      terminal_sign_ins: [{ state: 'approved' }],
      feeds: [{ kind: 'day' }, { kind: 'tag', of: markerOf('ada') }],
    })
    expect(lists['follows']).toContainEqual({ id: 'cs.LG', name: 'Machine Learning' })
    expect(lists['jobs']?.map(({ kind }) => kind).toSorted()).toEqual([
      'look-up-paper',
      'send-top-papers',
      'send-top-papers',
    ])

    const secrets = [
      address.replace(/^.*\/|\.atom$/g, ''),
      'eyJ',
      'password',
      '/services/',
      `key${markerOf('ada')}`,
      'sealed',
    ]
    const others = ['ben@example.org', 'uid-ben', markerOf('ben'), 'another-reader', 'admin@paperdawn.test']
    expect([...secrets, ...others].filter((word) => text.includes(word))).toEqual([])
    const own = [user._id, user.firebase_uid, user.email, markerOf('ada')]
    expect(own.filter((word) => !text.includes(word))).toEqual([])
  })

  test('has no secret of a personal token, nor its hash', async () => {
    const body = { name: 'lab', scopes: ['day:read' as const], expires_at: null }
    const { data } = await app.as('ada').users.me.tokens.post(body)
    const { text, parts } = await exportOf('ada')
    expect(parts['personal_tokens']).toMatchObject([{ id: data?.id, name: 'lab' }])
    expect(text).not.toContain(data?.token ?? 'none')
    expect(text).not.toContain(hashOfToken(data?.token ?? ''))
  })

  test('is of the caller only, and refused without sign-in', async () => {
    await app.tokenOf('ada')
    expect((await exportOf('ben')).parts['profile']).toMatchObject([{ email: 'ben@example.org' }])
    expect((await app.signedOut.users.me.export.get()).status).toBe(401)
  })
})
