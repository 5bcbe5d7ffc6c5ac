import { Option, type Command } from 'commander'
import type { ElsewherePaper } from '#api/contract/elsewhere.ts'
import { unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { parseDay } from '../options/values.ts'
import { columnsOfPaperIn } from '../terminal/papers.ts'
import type { Column } from '../terminal/table.ts'

const PAGE = 20

interface SearchOptions extends Paging {
  category?: string[]
  author?: string
  from?: string
  to?: string
  newest?: boolean
  inList?: boolean
  at?: string
}

/** Authors named in a table; of the others it says how many they are. */
const NAMED = 2

const elsewhereColumns: readonly Column<ElsewherePaper>[] = [
  { title: 'id', value: ({ paper, ref }) => paper?.id ?? ref ?? '-' },
  { title: 'here', value: ({ paper, saved_item_id }) => (saved_item_id ? 'on your list' : paper ? 'yes' : 'no') },
  { title: 'year', value: ({ year }) => (year === null ? '-' : String(year)) },
  { title: 'title', value: ({ title }) => title, truncatable: true, least: 36 },
  { title: 'venue', hideable: true, value: ({ venue }) => venue ?? '-', truncatable: true, least: 16 },
  { title: 'authors', hideable: true, value: shortenAuthors, truncatable: true },
  { title: 'page', hideable: true, value: ({ url }) => url },
]

function shortenAuthors({ authors, more_authors }: ElsewherePaper): string {
  const others = Math.max(0, authors.length - NAMED) + more_authors
  return [...authors.slice(0, NAMED), ...(others > 0 ? [`${others} more`] : [])].join(', ')
}

const addToList = (value: string, values: readonly string[] = []) => [...values, value]

/** Adds `papers search`. */
export function addSearch(papers: Command, run: Runner): void {
  const search = addPaging(papers.command('search'), PAGE)
    .description('Search the library, in the language of the search page, or another service.')
    .argument('<words...>')
    .option('--category <code>', 'only of this category; may be repeated', addToList)
    .option('--author <name>', 'only of this author')
    .option('--from <day>', 'announced on this day or later', parseDay)
    .option('--to <day>', 'announced on this day or earlier', parseDay)
    .option('--newest', 'the newest first, not the best match')
    .option('--in-list', 'only on your reading list')
    .addOption(
      new Option(
        '--at <service>',
        'send the words to another service that is on, such as arxiv, pubmed or inspire, and list its 20 best matches',
      )
        .argParser((service) => service.toLowerCase())
        .conflicts(['category', 'author', 'from', 'to', 'newest', 'inList', 'skip', 'limit']),
    )
    .action(
      run<SearchOptions>('the search failed', async (context, { at, ...options }, words) =>
        at === undefined ? searchLibrary(context, options, words) : searchAt(context, at, words),
      ),
    )
  addExamples(search, [
    'paperdawn papers search robot grasping --category cs.RO',
    'paperdawn papers search \'"weak lensing" author:linde\' --newest --json',
    'paperdawn papers search --at arxiv lantern counting',
  ])
}

async function searchLibrary(
  { client, out }: Context,
  { category, author, from, to, newest, inList, skip, limit }: Omit<SearchOptions, 'at'>,
  words: readonly string[],
): Promise<void> {
  const found = await unwrap(
    client.papers.search.get({
      query: {
        q: words.join(' '),
        offset: skip,
        limit,
        ...(category && { category }),
        ...(author && { author }),
        ...(from && { from }),
        ...(to && { to }),
        ...(newest && { sort: 'newest' as const }),
        ...(inList && { in_list: true }),
      },
    }),
  )
  if (found.corrected_to !== undefined) out.note(`Searched for: ${found.corrected_to}`)
  if (found.did_you_mean !== undefined) out.note(`Did you mean: ${found.did_you_mean}`)
  if (found.note !== undefined) out.note(found.note)
  if (found.total_all_words)
    out.note(`Papers with all words, which come first: ${found.total_all_words} of ${found.total}.`)
  if (found.indexed_through === null) out.warn('the search index is being built: not every paper is found yet')
  else if (found.partial) out.warn('not all was searched, because it took too long: search again')
  if (found.meaning_pending) out.note('Ordered by words so far. Search again for the order by meaning.')
  if (found.meaning_from !== undefined)
    out.note(`Papers announced before ${found.meaning_from} are found by words only.`)
  const services = (found.elsewhere ?? []).map(({ id }) => id)
  if (found.total === 0 && services.length > 0)
    out.note(`The same words can be sent to another service with --at: ${services.join(', ')}.`)
  // A note says itself which words no paper has.
  const none = found.note === undefined ? 'No paper has these words.' : 'Nothing found.'
  const emptyText = found.partial ? 'Nothing found in what was searched.' : none
  out.list({ ...found, skip: found.offset }, columnsOfPaperIn(), emptyText)
}

async function searchAt({ client, out }: Context, source: string, words: readonly string[]): Promise<void> {
  const found = await unwrap(client.papers.search.elsewhere.get({ query: { source, q: words.join(' ') } }))
  const { name, items, total, unreadable } = found
  out.note(`Searched at ${name} for: ${found.words}`)
  if (unreadable > 0) out.warn(`papers whose record cannot be read: ${unreadable}`)
  if (total > items.length + unreadable) out.note(`The best ${items.length} of ${total} papers.`)
  if (items.some(({ ref }) => ref !== undefined)) out.note('Save one of them: paperdawn list add <id>')
  out.list({ ...found, total: items.length, skip: 0 }, elsewhereColumns, `${name} has no paper with these words.`)
}
