import { escapeXml } from './escape.ts'
import { toFeedEntries, type PaperFeed, type FeedEntry } from './feedEntries.ts'

/** Returns papers as an Atom feed (RFC 4287). */
export function buildAtomFeed(feed: PaperFeed): string {
  const { publicUrl, address, title, home } = feed
  const entries = toFeedEntries(feed)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(`${publicUrl}/feeds/${new Bun.CryptoHasher('sha256').update(address).digest('hex').slice(0, 32)}`)}</id>
<title>${escapeXml(title)}</title>
<updated>${entries[0]?.updated ?? '1970-01-01T00:00:00Z'}</updated>
<author><name>Paperdawn</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(address)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${publicUrl}${home}`)}"/>
${entries.map(toEntry).join('\n')}
</feed>
`
}

function toEntry({ page, title, updated, published, authors, categories, text, links }: FeedEntry): string {
  return [
    '<entry>',
    `<id>${escapeXml(page)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<published>${published}</published>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    ...Object.entries({ abs: 'text/html', pdf: 'application/pdf' }).flatMap(([name, type]) => {
      const href = links[name as 'abs' | 'pdf']
      return href === undefined ? [] : [`<link rel="related" type="${type}" href="${escapeXml(href)}"/>`]
    }),
    ...authors.map((name) => `<author><name>${escapeXml(name)}</name></author>`),
    ...categories.map(([term, label]) => `<category term="${escapeXml(term)}" label="${escapeXml(label)}"/>`),
    `<summary>${escapeXml(text.join('\n\n'))}</summary>`,
    '</entry>',
  ].join('\n')
}
