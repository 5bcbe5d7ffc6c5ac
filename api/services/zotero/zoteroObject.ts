import { noteToHtml } from '../../citations/fieldText.ts'
import type { Paper } from '../../contract/papers.ts'
import { serverOf } from '../../contract/preprintServers.ts'
import { splitAuthorName } from '../../text/authorName.ts'

/** The tag that everything has which we put into a library. */
export const OUR_TAG = 'paperdawn'
/** Letters and digits of a key, without those that look alike. */
const KEY_LETTERS = '23456789ABCDEFGHIJKLMNPQRSTUVWXYZ'
const KEY_LENGTH = 8
/** Zotero refuses longer tags. */
export const ZOTERO_TAG_MAX = 255
const CREATORS_MAX = 500
const ABSTRACT_MAX = 20_000

/** A key for an object that we create: with it no answer that is lost makes a second one. */
export function newKey(): string {
  // 33 letters: bytes from 231 on would make the first ones more likely.
  const letters: string[] = []
  while (letters.length < KEY_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(KEY_LENGTH)))
      if (byte < 231 && letters.length < KEY_LENGTH) letters.push(KEY_LETTERS.charAt(byte % KEY_LETTERS.length))
  return letters.join('')
}

type Fields = Record<string, unknown>

/** The type of an item, with the fields that only this type has: Zotero refuses an item with a field of another type. */
function typeOf(paper: Paper): Fields {
  const { kind = 'preprint', venue } = paper
  const name = venue?.name ?? ''
  const pages = venue?.pages ?? ''
  switch (kind) {
    case 'article':
    case 'other':
      return {
        itemType: 'journalArticle',
        publicationTitle: name,
        volume: venue?.volume ?? '',
        issue: venue?.issue ?? '',
        pages,
      }
    case 'proceedings':
      return { itemType: 'conferencePaper', proceedingsTitle: name, pages }
    case 'chapter':
      return { itemType: 'bookSection', bookTitle: name, pages }
    case 'report':
      return { itemType: 'report', institution: name }
    case 'thesis':
      return { itemType: 'thesis', university: name }
    case 'post':
      return { itemType: 'blogPost', blogTitle: name }
    case 'preprint': {
      const isArxiv = paper.source === 'arxiv'
      return {
        itemType: 'preprint',
        repository: isArxiv ? 'arXiv' : (serverOf(paper) ?? name),
        archiveID: isArxiv ? `arXiv:${paper.source_id}` : '',
      }
    }
  }
}

/** The date as far as it is known: "2026-09-21", "2026-09", "2026". */
function dateOf({ published_at, published_precision = 'day' }: Paper): string {
  return published_at?.slice(0, { day: 10, month: 7, year: 4 }[published_precision]) ?? ''
}

/** Ids that have no field of their own, one in each line. */
const extraOf = ({ id }: Paper): string =>
  id.startsWith('pmid:') ? `PMID: ${id.slice(5)}` : id.startsWith('eprint:') ? `IACR ePrint: ${id.slice(7)}` : ''

interface Filed {
  key: string
  tags: readonly string[]
  /** Key of the collection. */
  collection: string
}

/** The item of a paper, as Zotero wants it. */
export function toZoteroItem(paper: Paper, { key, tags, collection }: Filed): Fields {
  const creators = paper.authors.slice(0, CREATORS_MAX).map(({ name }) => {
    const { given, family, suffix } = splitAuthorName(name)
    return family && given
      ? { creatorType: 'author', firstName: given, lastName: `${family} ${suffix}`.trim() }
      : { creatorType: 'author', name }
  })
  return {
    key,
    version: 0,
    ...typeOf(paper),
    title: paper.title,
    creators,
    abstractNote: paper.abstract.slice(0, ABSTRACT_MAX).toWellFormed(),
    date: dateOf(paper),
    // arXiv registers a DOI for each of its papers.
    DOI: paper.doi ?? (paper.source === 'arxiv' ? `10.48550/arXiv.${paper.source_id}` : ''),
    url: paper.urls.abs,
    extra: extraOf(paper),
    tags: toTags(tags),
    collections: [collection],
    relations: {},
  }
}

export const toTags = (tags: readonly string[]) =>
  [...tags, OUR_TAG].map((tag) => ({ tag: tag.slice(0, ZOTERO_TAG_MAX) }))

/** A link to the PDF below the item. */
export const toLinkedPdf = (pdf: string, { key, parent }: { key: string; parent: string }): Fields => ({
  key,
  version: 0,
  itemType: 'attachment',
  parentItem: parent,
  linkMode: 'linked_url',
  title: 'PDF',
  url: pdf,
  contentType: 'application/pdf',
  tags: [],
  relations: {},
})

/** A note below the item. */
export const toZoteroNote = (note: string, { key, parent }: { key: string; parent: string }): Fields => ({
  key,
  version: 0,
  itemType: 'note',
  parentItem: parent,
  note: noteToHtml(note),
  tags: [{ tag: OUR_TAG }],
  relations: {},
})
