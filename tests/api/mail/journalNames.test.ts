import { describe, expect, test } from 'bun:test'
import { toReference } from '#api/citations/reference.ts'
import { buildAtomFeed } from '#api/mail/atomFeed.ts'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import { mail, paper } from '#tests/api/support/papersMail.ts'
import { journalPaper } from '#tests/support/samples.ts'

const JOURNAL = 'Journal of Imaginary Vision'
const article = journalPaper()
const reasons = [{ kind: 'category' as const, text: JOURNAL }]

describe('A journal is said by its name, never by its code', () => {
  test('in a mail, which then thanks arXiv for nothing', () => {
    const { html, text } = buildPapersMail(mail({ papers: [{ ...paper(article), reasons }] }))
    for (const shown of [html, text]) {
      expect(shown).toContain(`others · ${JOURNAL}`)
      expect(shown).toContain(`Why: you follow ${JOURNAL}`)
      expect(shown).not.toContain('journal.9999')
      expect(shown).not.toContain('arXiv')
    }
    const mixed = journalPaper({ categories: [...article.categories, 'chemrxiv'] })
    expect(buildPapersMail(mail({ papers: [paper(mixed)] })).text).toContain(`others · ${JOURNAL}, ChemRxiv`)
  })

  test('in a feed', () => {
    const feed = buildAtomFeed({
      publicUrl: 'https://papers.example.org',
      address: 'https://papers.example.org/feeds/ada',
      title: 'Ada',
      home: '/dashboard',
      papers: [{ paper: article, reasons, published: '2026-11-20T00:00:00Z', updated: '2026-11-20T00:59:59Z' }],
    })
    expect(feed.match(/<category .*\/>/g)).toEqual([`<category term="${JOURNAL}" label="${JOURNAL}"/>`])
    expect(feed).not.toContain('journal.9999')
  })

  test('in a citation, as its container and not as a keyword', () => {
    const reference = toReference({ paper: article })
    expect(reference).toMatchObject({ 'container-title': JOURNAL })
    expect(reference).not.toHaveProperty('keyword')
    expect(toReference({ paper: journalPaper({ categories: [...article.categories, 'chemrxiv'] }) })).toMatchObject({
      keyword: 'ChemRxiv',
    })
  })
})
