import { expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { toLine } from '#api/mail/toLine.ts'
import { composeMessage } from '#api/mail/message.ts'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import type { PapersMail } from '#api/mail/papersMail.ts'
import { toSegments } from '#api/text/segments.ts'
import { sized } from '#tests/support/longRun.ts'
import { samplePaper } from '#tests/support/samples.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'

const COUNT = sized({ short: 300, long: 3_000, everything: 10_000 })
const SEED = Number(process.env['GENERATED_SEED'] ?? 20_261_122)

/** Pieces that a header, an HTML document or a mail address could be broken with. */
const PIECES = [
  'A lighthouse',
  ' that counts',
  ' ships',
  ' für Übergänge',
  ' 漢字',
  '🌅',
  '$x_{n}^2$',
  '\\alpha',
  ' $5',
  '"',
  "'",
  '<b>',
  '</a>',
  '<img src=x onerror=alert(1)>',
  '&amp;',
  '&',
  '=?utf-8?Q?=0D=0ABcc:_x@example.org?=',
  '\r\nBcc: thief@example.org',
  '\n\n',
  '\0',
  '\u2028',
  '\u202E',
  '\uD800',
  ', thief@example.org',
  '>',
  ';',
  '=',
  '.\r\n.\r\n',
  '--',
  ' https://example.org/x',
  'x'.repeat(1_200),
] as const
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
]
const SITE = 'https://papers.example.org'

test(`${COUNT} generated digests are read as they were meant by another parser`, async () => {
  const random = new RandomNumbers(SEED)
  const below = (end: number) => random.between(0, end - 1)
  const text = (most: number) => Array.from({ length: 1 + below(most) }, () => random.pick(PIECES)).join('')
  for (let index = 0; index < COUNT; index++) {
    const token = `t${index}.${'x'.repeat(below(400))}`
    const papers = Array.from({ length: below(6) }, (_, at): PapersMail['papers'][number] => ({
      paper: {
        ...samplePaper,
        id: `arxiv:2611.${10_000 + at}`,
        title_segments: toSegments(text(6)),
        abstract_segments: toSegments(text(30)),
        authors: Array.from({ length: below(8) }, () => ({ name: text(3) })),
        categories: [text(2)],
        urls: random.chance(0.5)
          ? { abs: `https://arxiv.org/abs/2611.${at}?a=1&b="` }
          : { abs: `javascript:${text(2)}` },
      },
      reasons: [
        { kind: 'keyword', text: text(4) },
        { kind: 'near', text: text(2) },
      ],
      save: `${SITE}/api/mail/papers/${token}/save`,
      dismiss: `${SITE}/api/mail/papers/${token}/dismiss`,
    }))
    const reader = text(4)
    const unsubscribeUrl = `${SITE}/api/mail/unsubscribe/${token}`
    const body = buildPapersMail({
      publicUrl: SITE,
      day: '2026-11-16',
      reader,
      papers,
      more: below(3),
      sample: false,
      because: 'You asked for it.',
      unsubscribeUrl,
      counts: { announced: below(400), next_door: 0 },
      missed: random.chance(0.3) ? [{ day: '2026-11-13', papers: 1 + below(9) }] : [],
      unsent: random.chance(0.2)
        ? { digests: 2, from: '2026-11-12', until: '2026-11-13', refused: { address: text(1), reason: text(6) } }
        : null,
    })
    const from = { name: toLine(text(3), 100), address: 'digest@papers.example.org' }
    const to = `reader${index}+${'a'.repeat(below(40))}@example.org`
    const list = { id: 'digest.papers.example.org', name: 'Paperdawn digest', unsubscribeUrl }
    const { raw, envelope } = composeMessage({
      ...body,
      from,
      to,
      messageId: `<${index}@papers.example.org>`,
      list,
    })

    const read = await PostalMime.parse(raw)
    const context = `seed ${SEED}, digest ${index}`
    const values = Object.fromEntries(read.headers.map(({ key, value }) => [key, value]))
    expect([context, read.headers.map(({ key }) => key).toSorted()]).toEqual([context, HEADERS])
    expect([context, read.subject]).toEqual([context, body.subject.replaceAll('=?', '= ?')])
    expect([context, read.from?.name]).toEqual([context, from.name.replaceAll('=?', '= ?')])
    expect([context, read.from?.address, read.to?.map(({ address }) => address)]).toEqual([context, from.address, [to]])
    expect(envelope).toEqual({ from: from.address, to: [to] })
    expect(read.messageId).toBe(`<${index}@papers.example.org>`)
    expect(values['list-unsubscribe']).toBe(`<${unsubscribeUrl}>`)
    expect(values['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(values['list-id']).toBe('Paperdawn digest <digest.papers.example.org>')
    expect(read.attachments).toEqual([])
    // RFC 5322, 2.1.1: at most 998 characters in a line.
    expect(
      Math.max(
        ...raw
          .toString('latin1')
          .split('\r\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(999)

    expect([context, read.text?.replaceAll('\r\n', '\n').trim()]).toEqual([context, body.text.trim()])
    const { hrefs, tags } = readHtml(read.html ?? '')
    expect([context, [...tags].toSorted()]).toEqual([context, [...tags].filter((tag) => TAGS.has(tag)).toSorted()])
    const inText = (read.text ?? '')
      .match(/^(?:.*: )?https?:\/\/\S+$/gm)
      ?.map((one) => one.replace(/^.*: (?=https?:)/, ''))
    expect([context, inText?.filter(isOurs)]).toEqual([context, hrefs.filter(isOurs)])
    expect(hrefs).toContain(unsubscribeUrl)
    expect(hrefs.filter((href) => !/^https:\/\/(papers\.example\.org|arxiv\.org)\//.test(href))).toEqual([])
  }
})

const TAGS = new Set('html head meta title style body div table tbody tr td h1 h2 p a'.split(' '))
const isOurs = (href: string) => /^https:\/\/(papers\.example\.org|arxiv\.org)\//.test(href)

function readHtml(html: string) {
  const hrefs: string[] = []
  const tags = new Set<string>()
  new HTMLRewriter()
    .on('*', {
      element(element) {
        tags.add(element.tagName)
        const href = element.getAttribute('href')
        if (href !== null) hrefs.push(href.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
      },
    })
    .transform(html)
  return { hrefs, tags }
}
