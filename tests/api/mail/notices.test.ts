import { expect, test } from 'bun:test'
import { describeNotice } from '#api/contract/limits.ts'
import { buildAtomFeed } from '#api/mail/atomFeed.ts'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import { mail, paper } from '#tests/api/support/papersMail.ts'
import { samplePaper } from '#tests/support/samples.ts'

const notice = {
  kind: 'retracted' as const,
  doi: '10.5555/a',
  on: '2026-11-18',
  known_on: '2026-11-20',
  reason: 'Data <b>& images</b>\u202E',
  by: ['publisher' as const],
  url: 'https://doi.org/10.5555/r',
}
const SAID = 'Retracted by the publisher on 18 Nov 2026: Data <b>& images</b>'

test('a digest says that a paper was retracted before its abstract, and what happened to saved papers at its end', () => {
  const retracted = { ...samplePaper, abstract_segments: [{ text: 'We count lanterns.' }], notices: [notice] }
  const { text, html } = buildPapersMail(mail({ papers: [paper(retracted)] }))
  expect(text.indexOf(SAID)).toBeGreaterThan(0)
  expect(text.indexOf(SAID)).toBeLessThan(text.indexOf('We count lanterns.'))
  expect(html).toContain('Data &lt;b&gt;&amp; images&lt;/b&gt;')
  expect(text).not.toContain('On your list')

  const saved = buildPapersMail(
    mail({ papers: [], notices: [{ paper: samplePaper, text: `${describeNotice(notice)}.`, url: notice.url }] }),
  )
  expect(saved.text.indexOf(SAID)).toBeGreaterThan(saved.text.indexOf('On your list'))
  expect(saved.text).toContain(`Notice: ${notice.url}`)
  expect(saved.html).toContain(`href="${notice.url}"`)
})

test('the entry of a feed says that a paper was retracted', () => {
  const xml = buildAtomFeed({
    publicUrl: 'https://papers.example.org',
    address: 'https://papers.example.org/feed',
    title: 'Ada',
    home: '/dashboard',
    papers: [
      {
        paper: { ...samplePaper, notices: [notice] },
        reasons: [],
        published: '2026-11-20T00:00:00Z',
        updated: '2026-11-20T00:59:59Z',
      },
    ],
  })
  expect(xml).toContain('Retracted by the publisher on 18 Nov 2026: Data &lt;b&gt;&amp; images')
  expect(xml).toContain(notice.url)
})
