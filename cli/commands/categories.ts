import type { Command } from 'commander'
import type { Category, Followable } from '#api/contract/categories.ts'
import { WEB_ADDRESS } from '#api/contract/limits.ts'
import { unwrap, type Client } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { EXIT, Failure } from '../terminal/failures.ts'
import type { Column } from '../terminal/table.ts'

/** What can be followed, and whether it is. */
type Row = Pick<Followable, 'kind' | 'source' | 'code' | 'name' | 'detail' | 'per_day'> & { followed: boolean }

const columns: readonly Column<Row>[] = [
  {
    title: 'kind',
    hideable: true,
    value: ({ kind }) => (kind === 'taxonomy' ? 'category' : kind === 'topic' ? 'search' : kind),
  },
  { title: 'code', value: ({ code }) => code },
  { title: 'name', value: ({ name }) => name, truncatable: true, least: 16 },
  { title: 'a day', hideable: true, value: ({ per_day }) => formatAmount(per_day), right: true },
  { title: 'yours', hideable: true, value: ({ followed }) => (followed ? 'yes' : '') },
  { title: 'detail', hideable: true, value: ({ detail }) => detail, truncatable: true, least: 12 },
]
const followedColumns = columns.filter(({ title }) => title !== 'yours')

/** ISSN of a journal, with or without its hyphen. The API checks its last digit. */
const ISSN = /^(?:journal\.)?(\d{4})-?(\d{3}[\dx])$/i
/** What the DOIs of a preprint server begin with. */
const PREFIX = /^10\.\d{4,9}$/

/** Adds the commands of what a reader follows. */
export function addCategories(program: Command, run: Runner): void {
  const categories = program
    .command('categories')
    .description('What you follow; with words, an ISSN or an address, what can be followed.')
    .argument('[words...]')
    .action(
      run('the categories could not be read', async ({ client, out }, _options, words) => {
        const { category_ids } = await unwrap(client.auth.me.get())
        if (words.length === 0) {
          const items = await readFollowed(client, category_ids)
          out.list(
            { items, total: items.length, skip: 0 },
            followedColumns,
            'Nothing. Find some: paperdawn categories physics',
          )
          return EXIT.ok
        }
        const found = await unwrap(client.categories.search.get({ query: { q: words.join(' ') } }))
        const items = found.items.map((item) => ({ ...item, followed: isFollowed(item, category_ids) }))
        out.list({ ...found, items, skip: 0 }, columns, 'Nothing with these words can be followed.')
        for (const { message } of found.failures) out.warn(message)
        return found.failures.length > 0 ? EXIT.partial : EXIT.ok
      }),
    )
  addExamples(categories, [
    'paperdawn categories',
    'paperdawn categories neuroscience',
    'paperdawn categories preprints.org social',
    'paperdawn categories 0028-0836 --json',
    'paperdawn categories https://blog.example.org/',
  ])

  const follow = program
    .command('follow')
    .description(
      'Follow a category, a journal, a preprint server or a subject of one, a feed, a query or a venue: its papers join your days.',
    )
    .argument(
      '[code]',
      'a code of "categories", the ISSN of a journal, the DOI prefix of a server, the address of a feed',
    )
    .option('--pubmed <query>', 'follow this query of PubMed')
    .option('--venue <id>', 'follow this venue of OpenReview: ICLR.cc/2027/Conference')
    .action(
      run('nothing was followed', async ({ client, out }, { pubmed, venue }: FollowOptions, [typed = '']) => {
        if ([typed || undefined, pubmed, venue].filter((one) => one !== undefined).length !== 1)
          throw new Failure(
            'invalid-input',
            'Name one thing to follow: a code, a query with --pubmed, or a venue with --venue.',
          )
        const { id, name } = await (pubmed !== undefined
          ? makeQuery(client, pubmed)
          : venue === undefined
            ? findToFollow(client, typed)
            : unwrap(client.categories.post({ kind: 'venue', venue })))
        const { category_ids } = await unwrap(client.auth.me.get())
        const isNew = !category_ids.includes(id)
        if (isNew) await unwrap(client.users.me.put({ category_ids: [...category_ids, id] }))
        const said = name === id ? id : `${name} (${id})`
        out.data({ code: id, name, followed: true, changed: isNew }, () =>
          isNew ? `Followed: ${said}` : `You follow it already: ${said}`,
        )
      }),
    )
  addExamples(follow, [
    'paperdawn follow cs.LG',
    'paperdawn follow 0028-0836',
    'paperdawn follow https://blog.example.org/',
    'paperdawn follow --pubmed "asthma[mh] AND children[tiab]"',
    'paperdawn follow --venue ICLR.cc/2027/Conference',
  ])

  const unfollow = program
    .command('unfollow')
    .description('Stop following something. Papers that you have stay.')
    .argument(
      '<code>',
      'its code, the ISSN of a journal, the address of a feed, the words of a query or the id of a venue',
    )
    .action(
      run('nothing was changed', async ({ client, out }, _options, [typed = '']) => {
        const { category_ids } = await unwrap(client.auth.me.get())
        const code = await findFollowed(client, typed, category_ids)
        if (code === undefined)
          throw new Failure('not-found', `You do not follow ${typed}.`, {
            advice: 'See what you follow: paperdawn categories',
          })
        await unwrap(client.users.me.put({ category_ids: category_ids.filter((id) => id !== code) }))
        out.data({ code, followed: false, changed: true }, () => `Not followed any more: ${code}`)
      }),
    )
  addExamples(unfollow, ['paperdawn unfollow cs.LG', 'paperdawn unfollow 0028-0836'])
}

const toRow = ({ kind, source, id, name, group, description, per_day }: Category): Row => ({
  kind,
  source,
  code: id,
  name,
  detail: description || group,
  per_day,
  followed: true,
})

/** In the order in which they were followed. */
async function readFollowed(client: Client, ids: readonly string[]): Promise<Row[]> {
  const { items } = await unwrap(client.categories.get({ query: {} }))
  const known = new Map(items.map((category) => [category.id, category]))
  return ids.flatMap((id) => {
    const category = known.get(id)
    return category === undefined ? [] : [toRow(category)]
  })
}

/** A journal is found under each of its ISSNs, and followed under one. */
const isFollowed = ({ code, issn = [] }: Followable, ids: readonly string[]): boolean =>
  [code, ...issn.map(codeOfIssn)].some((one) => ids.includes(one))

const codeOfIssn = (issn: string): string => `journal.${issn}`

/** The code of a journal by what was typed: "journal.9999-9994" for "99999994"; undefined if it is no ISSN. */
function readIssn(typed: string): string | undefined {
  const [, first, last] = ISSN.exec(typed) ?? []
  return first === undefined || last === undefined ? undefined : `${first}-${last.toUpperCase()}`
}

interface FollowOptions {
  pubmed?: string
  venue?: string
}

const makeQuery = (client: Client, query: string): Promise<Category> =>
  unwrap(client.categories.post({ kind: 'query', source: 'pubmed', query }))

/** The category to follow. That of a journal, a feed or a subject of a server is made if it is not there. Throws `not-found` for an unknown code. */
async function findToFollow(client: Client, typed: string): Promise<Pick<Category, 'id' | 'name'>> {
  const issn = readIssn(typed)
  if (issn !== undefined) return unwrap(client.categories.post({ kind: 'journal', issn }))
  if (PREFIX.test(typed)) return unwrap(client.categories.post({ kind: 'server', prefix: typed }))
  if (WEB_ADDRESS.test(typed)) return unwrap(client.categories.post({ kind: 'feed', url: typed }))
  const { items } = await unwrap(client.categories.get({ query: {} }))
  const code = typed.toLowerCase()
  const found = items.find(({ id }) => id.toLowerCase() === code)
  const server = items.find(({ id, kind }) => kind === 'server' && code.startsWith(`${id}.`))
  if (found === undefined && server !== undefined)
    return unwrap(client.categories.post({ kind: 'subject', subject: code }))
  if (found === undefined)
    throw new Failure('not-found', `Nothing has the code “${typed}”.`, {
      advice: 'Find codes by words: paperdawn categories neuroscience',
    })
  return found
}

/**
 * The code of what is followed. The API knows the other ISSNs of a journal, the address of a feed, the words of a query
 * and the id of a venue.
 */
async function findFollowed(client: Client, typed: string, ids: readonly string[]): Promise<string | undefined> {
  const issn = readIssn(typed)
  const code = (issn === undefined ? typed : codeOfIssn(issn)).toLowerCase()
  const known = ids.find((id) => id.toLowerCase() === code)
  if (known !== undefined) return known
  const { items } = await unwrap(client.categories.get({ query: {} }))
  const isMeant = ({ aliases, address, query, venue }: Category) =>
    issn === undefined ? [address, query, venue].includes(typed) : aliases.includes(issn)
  return items.find((category) => ids.includes(category.id) && isMeant(category))?.id
}

/** "310", "1.7", "-" if it is not known. */
function formatAmount(perDay: number | null): string {
  if (perDay === null) return '-'
  return perDay < 10 ? `${Math.round(perDay * 10) / 10}` : `${Math.round(perDay)}`
}
