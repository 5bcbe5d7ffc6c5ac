import { describe, expect, test } from 'bun:test'
import { TARGET_KINDS, type TargetKind } from '#api/contract/limits.ts'
import type { Author } from '#api/contract/papers.ts'
import { splitDay, type DayContents } from '#api/outgoing/dayMessage.ts'
import { targets } from '#api/outgoing/targets.ts'
import type { TargetValues } from '#api/outgoing/target.ts'
import { mail, paper, titled } from '#tests/api/support/papersMail.ts'
import { acceptAt, type SentBody } from '#tests/simulators/outgoingServices.ts'

const VALUES: Record<TargetKind, TargetValues> = {
  slack: { address: 'https://hooks.slack.com/services/T0/B0/abc' },
  discord: { address: 'https://discord.com/api/webhooks/1/abc?thread_id=7' },
  matrix: { address: 'https://matrix.example.org/', room: '!abc:matrix.example.org', token: 'syt_a' },
  mattermost: { address: 'https://chat.example.org/hooks/abc' },
  ntfy: { address: 'https://ntfy.example.org', topic: 'abc', token: 'tk_a' },
  webhook: { address: 'https://program.example.org/hook/abc', secrets: ['whsec_AAAA'] },
}
const KEY = { id: 'row-1', seconds: 1_780_000_000 }

/** The bodies of a day as the service accepted them. Throws if it refuses one. */
function post(kind: TargetKind, changes: Partial<DayContents>): SentBody[] {
  const target = targets[kind]
  const bodies = target.write(splitDay(mail(changes)))
  return bodies.map((body) => {
    const { method, url, headers, body: sent } = target.request(VALUES[kind], body, KEY)
    const call = {
      method,
      url: url.href,
      headers,
      sent,
      events: new Map<string, string>(),
      encrypted: new Set<string>(),
    }
    const { accepted, answer } = acceptAt(call)
    const verdict = target.read({ ...answer, headers: new Map(Object.entries(answer.headers ?? {})) })
    if (verdict.outcome !== 'sent' || !accepted) throw new Error(`${kind}: ${JSON.stringify(verdict)}`)
    return accepted.body
  })
}

const LONG = 'A very long title about lanterns '.repeat(100)
const FAMILY = '👩‍👩‍👧‍👦'
const HOSTILE: Record<string, string> = {
  'of 3,000 letters': LONG,
  'of 3,000 signs that are escaped': '&<>*_~`|[]()#@:"\\'.repeat(180),
  'of emoji of eleven code units each': FAMILY.repeat(400),
  'of one letter with 5,000 marks': `Z${'\u0351'.repeat(5_000)}`,
  'from right to left': 'כוכבים ופנסים '.repeat(60),
  'with control characters and overrides': '\u0000\u001b[31mred\u202Egnp.exe\u2028next\r\n\r\nSMTP',
  'with mentions': '<!channel> @everyone @here <@U123> <#C1> @room :tada: ~town-square #general',
  'with a link of Markdown':
    '[click](https://evil.example.org) ![x](https://evil.example.org/a.png) <https://evil.example.org|here>',
  'with markup': '</a><script>alert(1)</script><img src=x onerror=alert(1)>',
  'that is empty': '',
}
const MANY: Author[] = Array.from({ length: 3_000 }, (_, index) => ({ name: `Author Number${index} <b>` }))

describe.each(TARGET_KINDS)('A day for %s', (kind) => {
  test.each(Object.keys(HOSTILE))('with titles %s fits into what the service accepts', (name) => {
    const title = HOSTILE[name] ?? ''
    const papers = Array.from({ length: 10 }, (_, index) =>
      paper({ id: `arxiv:2611.9${index}`, title, title_segments: [{ text: title }], authors: MANY }),
    )
    const notices = Array.from({ length: 30 }, () => ({
      paper: titled(title).paper,
      text: `Retracted by the publisher: ${title}.`,
    }))
    const answers = papers.map(({ paper: one }) => ({ question: `Which ${title}?`, paper: one }))
    const bodies = post(kind, { papers, notices, answers, more: 5 })
    expect(bodies).toHaveLength(1)
    const sent = JSON.stringify(bodies)
    expect(sent).not.toMatch(/\\u0000|\\u001b|\u202E|\u2028/)
    expect(sent.isWellFormed()).toBe(true)
  })

  test('has a title of 10 MB', () => {
    const title = 'lantern '.repeat(1_300_000)
    expect(post(kind, { papers: [paper({ title, title_segments: [{ text: title }] })] })).toHaveLength(1)
  })

  test('of 35 papers is posted in at most three messages, in order, and links to the rest', () => {
    const papers = Array.from({ length: 35 }, (_, index) => titled(`Lantern number ${index + 1} of the coast`))
    const bodies = post(kind, { papers, more: 15 })
    expect(bodies).toHaveLength(kind === 'ntfy' || kind === 'webhook' ? 1 : 3)
    const sent = bodies.map((body) => JSON.stringify(body)).join('\n')
    const numbers = [...sent.matchAll(/Lantern number (\d+) of the coast(?! https)/g)].map(([, number]) =>
      Number(number),
    )
    const shown = [...new Set(numbers)]
    expect(shown).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    const rest = kind === 'webhook' ? 'api/users/me/delivered-cards?day=2026-11-16&skip=30' : 'dashboard?day=2026-11-16'
    expect(sent).toContain(`https://papers.example.org/${rest}`)
    expect(sent).toMatch(kind === 'ntfy' ? /50 papers today/ : /20 more|"more":20/)
  })
})

describe('A title', () => {
  test('is cut at 200 letters, not in the middle of an emoji', () => {
    const [plain] = post('webhook', { papers: [titled('ö'.repeat(300))] })
    expect(plain?.papers?.[0]?.title).toBe(`${'ö'.repeat(199)}…`)
    const papers = [titled(FAMILY.repeat(250))]
    const [body] = post('webhook', { papers })
    const letters = [...new Intl.Segmenter().segment(body?.papers?.[0]?.title ?? '')].map(({ segment }) => segment)
    expect(letters.length).toBeLessThanOrEqual(200)
    expect(letters.length).toBeGreaterThan(100)
    expect(new Set(letters.slice(0, -1))).toEqual(new Set([FAMILY]))
    expect(letters.at(-1)).toBe('…')
  })

  test('mentions nobody in Slack and links to its paper alone', () => {
    const [body] = post('slack', { papers: [titled('<!channel> a|b > c & <https://evil.example.org|d>')] })
    const text = body?.blocks?.[1]?.text?.text ?? ''
    expect(text).toStartWith('*<https://papers.example.org/paper/')
    expect(text.match(/<[^>]*>/g)).toHaveLength(1)
    expect(text).toContain('&lt;!channel  a b   c &amp; &lt;https://evil.example.org d')
  })

  test('mentions nobody in Discord, and no sign of Markdown is left', () => {
    const [body] = post('discord', { papers: [titled('@everyone [a](https://evil.example.org) *b* ||c||')] })
    expect(body?.allowed_mentions).toEqual({ parse: [] })
    expect(body?.embeds?.[0]?.title).toBe(String.raw`\@everyone \[a\]\(https\://evil.example.org\) \*b\* \|\|c\|\|`)
  })

  test('mentions nobody in Mattermost', () => {
    const [body] = post('mattermost', { papers: [titled('@channel @all')] })
    expect(body?.text).not.toMatch(/@(channel|all)/)
  })

  test('is text in Matrix', () => {
    const [body] = post('matrix', { papers: [titled('<b onclick="x">a</b> & "b"')] })
    expect(body?.formatted_body).toContain('&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt; &amp; &quot;b&quot;</a>')
    expect(body).toMatchObject({ msgtype: 'm.notice', 'm.mentions': {} })
  })
})

describe('An own webhook', () => {
  test('gets at most 256 kB, with an address of the rest', () => {
    const abstract = '"\\'.repeat(5_000)
    const long = Array.from({ length: 30 }, () =>
      paper({ abstract_segments: [{ text: abstract }], authors: MANY.map(() => ({ name: 'é"'.repeat(200) })) }),
    )
    const [body] = post('webhook', { papers: long })
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(256_000)
    expect(body?.papers?.length).toBeGreaterThan(0)
    expect((body?.papers?.length ?? 0) + (body?.more ?? 0)).toBe(30)
    const kept = body?.papers?.length ?? 0
    expect(body?.next).toBe(
      `https://papers.example.org/api/users/me/delivered-cards?day=2026-11-16&skip=${kept}&limit=100`,
    )
  })

  test('gets a signature with each of its secrets that the receiver can check', async () => {
    const secrets = [Buffer.from('the new secret').toString('base64'), Buffer.from('the old secret').toString('base64')]
    const values = { ...VALUES.webhook, secrets: secrets.map((one) => `whsec_${one}`) }
    const { headers, body } = targets.webhook.request(values, { type: 'day.ready' }, KEY)
    const signatures = (headers['webhook-signature'] ?? '').split(' ')
    const checked = await Promise.all(
      secrets.map(async (secret, index) => {
        const key = await crypto.subtle.importKey(
          'raw',
          Buffer.from(secret, 'base64'),
          { name: 'HMAC', hash: 'SHA-256' },
          false,
          ['verify'],
        )
        const signature = Buffer.from(signatures[index]?.replace(/^v1,/, '') ?? '', 'base64')
        const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
        return crypto.subtle.verify('HMAC', key, signature, Buffer.from(signed))
      }),
    )
    expect(checked).toEqual([true, true])
    expect(headers).toMatchObject({ 'webhook-id': 'row-1', 'webhook-timestamp': '1780000000' })
  })
})

const pathOf = (id: string) => targets.matrix.request(VALUES.matrix, {}, { ...KEY, id }).url.pathname

test('A message to Matrix has the same transaction when it is repeated, and another one for another part', () => {
  expect(pathOf('row-1')).toBe(pathOf('row-1'))
  expect(pathOf('row-1')).not.toBe(pathOf('row-2'))
})
