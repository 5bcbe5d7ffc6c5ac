import { toFeedEntries, type PaperFeed } from './feedEntries.ts'

/** Returns papers as a JSON Feed (version 1.1, jsonfeed.org/version/1.1). */
export function buildJsonFeed(feed: PaperFeed): string {
  const { publicUrl, address, title, home } = feed
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: `${publicUrl}${home}`,
    feed_url: address,
    language: 'en',
    items: toFeedEntries(feed).map(({ page, title, updated, published, authors, categories, text, links }) => ({
      id: page,
      url: page,
      external_url: links.abs,
      title: title.toWellFormed(),
      content_text: text.join('\n\n').toWellFormed(),
      date_published: published,
      date_modified: updated,
      authors: authors.map((name) => ({ name: name.toWellFormed() })),
      tags: categories.map(([, label]) => label.toWellFormed()),
      ...(links.pdf !== undefined && { attachments: [{ url: links.pdf, mime_type: 'application/pdf' }] }),
    })),
  })
}
