import { escape } from './escape.ts'
import { titleOfFeed, toFeedEntries, type CardFeed, type FeedEntry } from './feedEntries.ts'

/** Returns a reader's cards as an Atom feed (RFC 4287). */
export function buildAtomFeed(feed: CardFeed): string {
  const { publicUrl, address } = feed
  const entries = toFeedEntries(feed)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${toXml(`${publicUrl}/feeds/${new Bun.CryptoHasher('sha256').update(address).digest('hex').slice(0, 32)}`)}</id>
<title>${toXml(titleOfFeed(feed))}</title>
<updated>${entries[0]?.updated ?? '1970-01-01T00:00:00Z'}</updated>
<author><name>Paperdawn</name></author>
<link rel="self" type="application/atom+xml" href="${toXml(address)}"/>
<link rel="alternate" type="text/html" href="${toXml(`${publicUrl}/dashboard`)}"/>
${entries.map(toEntry).join('\n')}
</feed>
`
}

function toEntry({ page, title, updated, published, authors, categories, text, links }: FeedEntry): string {
  return [
    '<entry>',
    `<id>${toXml(page)}</id>`,
    `<title>${toXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<published>${published}</published>`,
    `<link rel="alternate" type="text/html" href="${toXml(page)}"/>`,
    ...Object.entries({ abs: 'text/html', pdf: 'application/pdf' }).flatMap(([name, type]) => {
      const href = links[name as 'abs' | 'pdf']
      return href === undefined ? [] : [`<link rel="related" type="${type}" href="${toXml(href)}"/>`]
    }),
    ...authors.map((name) => `<author><name>${toXml(name)}</name></author>`),
    ...categories.map(([term, label]) => `<category term="${toXml(term)}" label="${toXml(label)}"/>`),
    `<summary>${toXml(text.join('\n\n'))}</summary>`,
    '</entry>',
  ].join('\n')
}

/** Escapes text for XML 1.0, without the characters that it does not allow. */
const toXml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the characters to leave out
  escape(text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''))
