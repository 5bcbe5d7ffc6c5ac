import { describe, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { mail, paper, titled } from '#tests/api/support/papersMail.ts'
import { samplePaper, serverPaper } from '#tests/support/samples.ts'
import { headerValue, messageIdOf } from '#api/mail/headers.ts'
import { toLine } from '#api/mail/toLine.ts'
import { composeMessage, type OutgoingMail } from '#api/mail/message.ts'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import { AppError } from '#api/platform/errors.ts'

const outgoing = (changes: Partial<OutgoingMail>): OutgoingMail => ({
  subject: 'Papers',
  html: '<p>rich</p>',
  text: 'plain',
  from: { name: 'Paperdawn', address: 'digest@papers.example.org' },
  to: 'ada@example.org',
  messageId: '<1@papers.example.org>',
  ...changes,
})

/** A mail of one preprint of `server`. */
function mailOf(server: 'biorxiv' | 'medrxiv') {
  const preprint = serverPaper(server)
  const reasons = [{ kind: 'category' as const, text: preprint.categories[0] ?? '' }]
  return buildPapersMail(mail({ papers: [{ ...paper(preprint), reasons }] }))
}

describe('A mail of papers', () => {
  test('names the first paper and how many more there are', () => {
    const two = [titled('A lighthouse that counts ships'), titled('Second')]
    expect(buildPapersMail(mail({ papers: two, more: 3 })).subject).toBe(
      'A lighthouse that counts ships and 4 more papers',
    )
    expect(buildPapersMail(mail({})).subject).toBe('A lighthouse that counts ships')
    expect(buildPapersMail(mail({ papers: [] })).subject).toBe('No new papers on Monday, 16 November 2026')
  })

  test('has the same content in HTML and in plain text, with formulas as Unicode text', () => {
    const formula = paper({ title_segments: [{ text: 'Bounds for ' }, { tex: 'x_{n}^2', display: false }] })
    const { html, text } = buildPapersMail(mail({ papers: [formula], more: 2 }))
    for (const expected of [
      'Bounds for xₙ²',
      'Why: matches “lighthouse”, you follow cs.LG',
      '3 of 340 announced in your categories. The first one is here.',
      'Karim Adeyemi and 3 others',
      'Monday, 16 November 2026',
      '2 more papers',
      'You asked for it.',
    ])
      expect([expected, html.includes(expected), text.includes(expected)]).toEqual([expected, true, true])
  })

  test('names a preprint server and its subject, and says of medRxiv that it is not peer reviewed', () => {
    const advice = 'Preprints of medRxiv are not peer reviewed and should not guide clinical practice.'
    for (const text of Object.values(mailOf('medrxiv')).slice(1)) {
      expect(text).toContain('others · medRxiv HIV/AIDS · not peer reviewed')
      expect(text).toContain('Why: you follow medRxiv HIV/AIDS')
      expect(text).toContain(advice)
      expect(text).not.toContain('arXiv for use')
    }
    for (const text of Object.values(mailOf('biorxiv')).slice(1)) {
      expect(text).toContain('others · bioRxiv cell biology')
      expect(text).not.toContain('peer reviewed')
    }
    expect(buildPapersMail(mail({})).text).toContain('Thank you to arXiv for use')
    expect(buildPapersMail(mail({ papers: [] })).text).toContain('Thank you to arXiv for use')
  })

  test('names the library that the records of PubMed come from, and an article by its journal, not by a query', () => {
    const article = {
      ...samplePaper,
      source: 'pubmed',
      kind: 'article' as const,
      venue: { name: 'Journal of Invented Medicine' },
      categories: ['pubmed.0123456789abcdef'],
    }
    const { html, text } = buildPapersMail(
      mail({ papers: [{ paper: article, reasons: [{ kind: 'category', text: 'lantern AND glare' }] }] }),
    )
    for (const one of [html, text]) {
      expect(one).toContain('others · Journal of Invented Medicine')
      expect(one).not.toContain('pubmed.')
      expect(one).toContain('which does not endorse Paperdawn')
      expect(one).not.toContain('arXiv for use')
    }
  })

  test('links directly to the site and to the papers, and loads no external resources', () => {
    const { html, text } = buildPapersMail(mail({}))
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    expect(links).toEqual([
      'https://papers.example.org/dashboard?day=2026-11-16&from=mail',
      samplePaper.urls.abs,
      'https://papers.example.org/paper/arxiv:2611.90001',
      samplePaper.urls.pdf ?? '',
      'https://papers.example.org/api/mail/papers/t/save',
      'https://papers.example.org/api/mail/papers/t/dismiss',
      'https://papers.example.org/profile#digest',
      'https://papers.example.org/api/mail/unsubscribe/t',
    ])
    expect([...(text.match(/https:\S+/g) ?? [])]).toEqual(links)
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|@font-face/i)
  })

  test('escapes text from sources and readers, and does not link to a javascript: address', () => {
    const hostile = '<img src=x onerror=alert(1)>"&'
    const evil = paper({
      title_segments: [{ text: hostile }],
      abstract_segments: [{ text: hostile }],
      authors: [{ name: hostile }],
      categories: [hostile],
      urls: { abs: 'javascript:alert(1)' },
    })
    const { html } = buildPapersMail(
      mail({ papers: [{ ...evil, reasons: [{ kind: 'term', text: hostile }] }], reader: hostile }),
    )
    expect(html).not.toContain('<img')
    expect(html).not.toContain('javascript:')
    expect(html.match(/&lt;img/g)?.length).toBeGreaterThanOrEqual(5)
  })

  test('lists the days announced since the last mail, and says why there are no papers', () => {
    const missed = [
      { day: '2026-11-13', papers: 28 },
      { day: '2026-11-12', papers: 1 },
    ]
    const note = 'arXiv announced nothing today.'
    const { subject, html, text } = buildPapersMail(mail({ papers: [], missed, note }))
    expect(subject).toBe('29 papers since your last mail')
    for (const part of [html, text]) {
      expect(part).toContain('arXiv announced nothing today.')
      expect(part).toMatch(/Friday, 13 November 2026, 28 papers[^]*Thursday, 12 November 2026, 1 paper\b/)
    }
  })

  test('keeps an excerpt of each of forty long abstracts below 100 kB', () => {
    const long = paper({
      title_segments: [{ text: 'A lighthouse that counts ships in the fog of a harbour '.repeat(2) }],
      abstract_segments: [{ text: 'The lamp counts ships; the keeper counts the lamp. '.repeat(60) }],
      authors: Array.from({ length: 30 }, () => ({ name: 'Mirela Quillfeather' })),
    })
    const link = `https://papers.example.org/api/mail/papers/${'x'.repeat(300)}`
    const papers = Array.from({ length: 40 }, () => ({ ...long, save: `${link}/save`, dismiss: `${link}/dismiss` }))
    const { html } = buildPapersMail(mail({ papers }))
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    expect(html.match(/class="abstract"/g)).toHaveLength(40)
  })

  test('stays below 100 kB with fifty very long papers, and says how many are left out', () => {
    const long = '&”漢字'.repeat(2_000)
    const longPaper = paper({
      title_segments: [{ text: long }],
      abstract_segments: [{ text: long }],
      authors: [{ name: long }],
    })
    const { html, text } = buildPapersMail(mail({ papers: Array.from({ length: 50 }, () => longPaper) }))
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    const shown = html.match(/class="title"/g)?.length ?? 0
    expect(shown).toBeGreaterThan(5)
    const omitted = 50 - shown
    if (omitted > 0) expect(text).toMatch(new RegExp(`^${omitted} more papers? on the site$`, 'm'))
    expect(Buffer.byteLength(text)).toBeLessThan(100_000)
  })

  test('from the sample library says that its papers are invented', () => {
    expect(buildPapersMail(mail({ sample: true })).text).toContain('The papers are invented')
    expect(buildPapersMail(mail({})).text).not.toContain('invented')
  })
})

describe('The headers of a mail', () => {
  test('cannot be injected through the title of a paper', async () => {
    const { subject, html, text } = buildPapersMail(
      mail({ papers: [titled('Ships\r\nBcc: thief@example.org\r\n\r\n<p>body</p>\u2028X: y\0')] }),
    )
    const { raw } = composeMessage(outgoing({ subject, html, text }))
    const read = await PostalMime.parse(raw)
    expect(read.subject).toBe('Ships Bcc: thief@example.org <p>body</p> X: y')
    expect(read.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(read.to).toEqual([{ name: '', address: 'ada@example.org' }])
  })

  test('are refused when any of them contains a line break or NUL', async () => {
    for (const bad of ['a\rb', 'a\nb', 'a\0b']) {
      expect(() => headerValue(bad)).toThrow(AppError)
      for (const changes of [
        { subject: bad },
        { to: bad },
        { replyTo: bad },
        { messageId: bad },
        { from: { name: bad, address: 'a@example.org' } },
        { list: { id: 'x', name: bad, unsubscribeUrl: 'https://x.example.org' } },
        { list: { id: 'x', name: 'x', unsubscribeUrl: bad } },
      ])
        expect(() => composeMessage(outgoing(changes))).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    }
  })

  test('support one-click unsubscribe (RFC 8058)', async () => {
    const list = {
      id: 'digest.papers.example.org',
      name: 'Paperdawn digest',
      unsubscribeUrl: 'https://papers.example.org/u/t',
    }
    const { headers } = await PostalMime.parse(composeMessage(outgoing({ list })).raw)
    const value = (name: string) => headers.find(({ key }) => key === name)?.value
    expect(value('list-unsubscribe')).toBe('<https://papers.example.org/u/t>')
    expect(value('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(value('list-id')).toBe('Paperdawn digest <digest.papers.example.org>')
  })

  test('have the same message id for the same mail, and different ids for different mails', () => {
    const id = messageIdOf(['ada', 'digest', '2026-11-16'], 'digest@papers.example.org')
    expect(id).toMatch(/^<[0-9a-f]{32}@papers\.example\.org>$/)
    expect(messageIdOf(['ada', 'digest', '2026-11-16'], 'digest@papers.example.org')).toBe(id)
    expect(messageIdOf(['ada', 'digest', '2026-11-17'], 'digest@papers.example.org')).not.toBe(id)
  })

  test('are cut between words', () => {
    expect(toLine('one two three four', 12)).toBe('one two…')
    expect(toLine('one two (three) four', 19)).toBe('one two (three)…')
    expect(toLine('a new mechanism. It works', 20)).toBe('a new mechanism…')
    expect(toLine('🌅'.repeat(9), 8)).toBe('🌅🌅🌅…')
    expect(toLine('灯台が数える船', 6)).toBe('灯台が数え…')
    expect(toLine('of Lanternenhafengesellschaft', 20)).toBe('of Lanternenhafenge…')
    expect(toLine('a\u202Eb\uD800c')).toBe('a b\uFFFDc')
    expect(toLine('  one\t\r\n two ', 12)).toBe('one two')
  })
})
