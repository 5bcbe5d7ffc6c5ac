import { Argument, type Command } from 'commander'
import type { OwnFeed } from '#api/contract/feeds.ts'
import { FEED_KINDS, type FeedKind } from '#api/contract/limits.ts'
import { unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { confirmTyped } from '../options/confirm.ts'
import { addExamples } from '../options/examples.ts'
import { Failure } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'

/** The table shows so much of an id. `renew` and `end` accept any start that is unambiguous. */
const SHORT_ID = 8

const columns: readonly Column<OwnFeed>[] = [
  { title: 'id', value: ({ id }) => id.slice(0, SHORT_ID) },
  { title: 'of', value: nameOf, truncatable: true },
  { title: 'address', value: ({ address, ended }) => ended ?? address },
]

function nameOf({ kind, name }: OwnFeed): string {
  if (kind === 'day') return 'papers of the day'
  return kind === 'tag' ? `tag ${name}` : name
}

export function addFeeds(program: Command, run: Runner): void {
  const feeds = program
    .command('feeds')
    .description('Your feeds for a feed reader: of your days, of what you follow, of a tag of your list.')
  feeds
    .command('list', { isDefault: true })
    .description('Your feeds with their secret addresses: Atom, or JSON Feed with .json at the end.')
    .action(
      run('the feeds could not be read', async ({ client, out }) => {
        const { items, total } = await unwrap(client.users.me.feeds.get())
        out.list({ items, total, skip: 0 }, columns, 'You have no feed.')
      }),
    )

  const make = feeds
    .command('new')
    .description('Make a feed and print its address; of one that you have, that address.')
    .addArgument(new Argument('<kind>', 'what it is of').choices(FEED_KINDS))
    .argument('[of]', 'code of a category or id of a search that you follow, or the tag')
    .action(
      run('the feed was not made', async ({ client, out }, _options, [kind = '', of]) => {
        const input = { kind: parseKind(kind), ...(of !== undefined && { of }) }
        const feed = await unwrap(client.users.me.feeds.post(input))
        out.data(feed, () => feed.address)
        out.note('Whoever has the address can read the feed without signing in.')
      }),
    )
  addExamples(make, ['paperdawn feeds new day', 'paperdawn feeds new category cs.LG', 'paperdawn feeds new tag lab'])

  const renew = feeds
    .command('renew')
    .description('Give a feed a new address and print it: the one before stops working.')
    .argument('<id>', 'id of a feed, or the start of one')
    .action(
      run('the feed has its address from before', async (context, _options, [id = '']) => {
        const feed = await findFeed(context, id)
        const question = `The address of “${cleanText(nameOf(feed))}” stops working in every feed reader.`
        await confirmTyped(context, { question, word: 'renew' })
        const renewed = await unwrap(context.client.users.me.feeds({ id: pathPart(feed.id) }).renew.post())
        context.out.data(renewed, () => renewed.address)
      }),
    )
  addExamples(renew, ['paperdawn feeds renew 5d1f8c02'])

  const end = feeds
    .command('end')
    .description('End a feed: its address stops working.')
    .argument('<id>', 'id of a feed, or the start of one')
    .action(
      run('the feed was not ended', async (context, _options, [id = '']) => {
        const feed = await findFeed(context, id)
        const name = cleanText(nameOf(feed))
        await confirmTyped(context, { question: `The address of “${name}” stops working.`, word: 'end' })
        await unwrap(context.client.users.me.feeds({ id: pathPart(feed.id) }).delete())
        context.out.data({ ended: feed.id }, () => `Ended: ${name}.`)
      }),
    )
  addExamples(end, ['paperdawn feeds end 5d1f8c02'])
}

function parseKind(text: string): FeedKind {
  const kind = FEED_KINDS.find((one) => one === text)
  if (kind === undefined) throw new Failure('usage', `A feed is of ${FEED_KINDS.join(', ')}, not of ${text}.`)
  return kind
}

async function findFeed({ client }: Context, id: string): Promise<OwnFeed> {
  const { items } = await unwrap(client.users.me.feeds.get())
  const found = items.filter((feed) => feed.id.startsWith(id))
  const [feed] = found
  if (feed === undefined)
    throw new Failure('not-found', `There is no feed with the id ${id}.`, { advice: 'See the ids: paperdawn feeds' })
  if (found.length > 1)
    throw new Failure('usage', `${found.length} ids begin with ${id}.`, { advice: 'Give more of the id.' })
  return feed
}
