import { setTimeout as sleep } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import type { ZoteroConnection, ZoteroInput, ZoteroTest } from '#api/contract/zotero.ts'
import { unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { confirmTyped } from '../options/confirm.ts'
import { addExamples } from '../options/examples.ts'
import { readKey } from '../options/sourceKey.ts'
import { EXIT, Failure } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'

/** How often a running sync is read, in ms. */
const READ_MS = 1_500
/** Items that were not recognised, as many as the status prints. */
const PROBLEMS_SHOWN = 10
/** As in the contract, whose schemas would slow the start of the terminal. */
const READING = ['library', 'collections', 'nothing'] as const

interface ConnectOptions {
  keyStdin?: boolean
  read: ZoteroInput['read']
  collection?: string[]
  group?: string[]
  toList?: boolean
  pushTo?: string
  pushNotes?: boolean
}

export function addZotero(program: Command, run: Runner): void {
  const zotero = program
    .command('zotero')
    .description('Your library at Zotero: what it teaches, and what is sent there.')
  const status = zotero
    .command('status', { isDefault: true })
    .description('What happened last, and what was not recognised.')
    .action(
      run('the connection could not be read', async (context) => {
        const { client, out } = context
        const { connection } = await readState(context)
        const { items, total } = await unwrap(
          client.users.me.connections.zotero.problems.get({ query: { limit: PROBLEMS_SHOWN } }),
        )
        out.data({ connection, problems: { items, total } }, () =>
          [
            describe(connection),
            ...items.map(({ title, reason }) => `  ${cleanText(title)}: ${cleanText(reason)}`),
            ...(total > items.length ? [`  and ${total - items.length} more, which --json and the profile list`] : []),
          ].join('\n'),
        )
        return isHealthy(connection) ? EXIT.ok : EXIT.partial
      }),
    )
  addExamples(status, ['paperdawn zotero'])

  const connect = zotero
    .command('connect')
    .description('Connect your library, or change what is done with it. Asks for a key of zotero.org.')
    .option('--key-stdin', 'read the key from standard input')
    .addOption(new Option('--read <what>', 'what teaches the order of your papers').choices(READING).default('library'))
    .option('--collection <names...>', 'with --read collections: which, by name or key')
    .option('--group <names...>', 'groups whose papers teach, too, by name or number')
    .option('--to-list', 'also put the papers on your reading list')
    .option('--push-to <name>', 'collection that gets the papers you save, by name or key')
    .option('--push-notes', 'send notes with them')
    .action(
      run<ConnectOptions>('the library was not connected', async (context, options) => {
        const key = await readKey(context, 'Zotero', { ...options, key: !options.keyStdin })
        const calls = context.client.users.me.connections.zotero
        const test = await unwrap(calls.test.post(key == null ? {} : { key }))
        if (!test.ok)
          throw new Failure('invalid-input', test.message, { advice: 'Make a key at zotero.org, Settings, Security.' })
        context.out.note(cleanText(test.message))
        await unwrap(calls.put(toInput(test, options, key ?? undefined)))
        const connection = await waitForEnd(context)
        context.out.data({ connection }, () => describe(connection))
      }),
    )
  addExamples(connect, [
    'paperdawn zotero connect',
    'paperdawn zotero connect --read collections --collection Lanterns --push-to Paperdawn',
    'paperdawn zotero connect --group "Lantern Reading Circle"',
    'paperdawn zotero connect --key-stdin < key.txt',
  ])

  const sync = zotero
    .command('sync')
    .description('Read what changed and send what you saved, now.')
    .action(
      run('the library was not read', async (context) => {
        await unwrap(context.client.users.me.connections.zotero.sync.post())
        const connection = await waitForEnd(context)
        context.out.data({ connection }, () => describe(connection))
        return isHealthy(connection) ? EXIT.ok : EXIT.partial
      }),
    )
  addExamples(sync, ['paperdawn zotero sync'])

  const disconnect = zotero
    .command('disconnect')
    .description('End the connection and forget what was read of the library.')
    .action(
      run('the connection was not ended', async (context) => {
        const question = 'What was read of your library is forgotten. Papers on your reading list and at Zotero stay.'
        await confirmTyped(context, { question, word: 'disconnect' })
        await unwrap(context.client.users.me.connections.zotero.delete())
        context.out.data({ connection: null }, () => 'Not connected to Zotero any more.')
      }),
    )
  addExamples(disconnect, ['paperdawn zotero disconnect --yes'])
}

const isHealthy = (connection: ZoteroConnection | null): boolean =>
  connection === null ||
  (connection.failing_since === null && connection.groups.every(({ problem }) => problem === null))

const readState = ({ client }: Pick<Context, 'client'>) => unwrap(client.users.me.connections.zotero.get())

/** The one that is named, by its key or name. Throws `usage` for a name that none or several have. */
function findNamed<Entry extends { name: string }>(
  what: 'collection' | 'group',
  { entries, name, keyOf }: { entries: readonly Entry[]; name: string; keyOf: (entry: Entry) => string },
): Entry {
  const found = entries.filter((one) => keyOf(one) === name || one.name === name)
  const [one, other] = found
  if (one !== undefined && other === undefined) return one
  throw new Failure('usage', `${found.length === 0 ? `No ${what} has` : `Several ${what}s have`} the name ${name}.`, {
    advice: `There are: ${entries.map((each) => cleanText(each.name)).join(', ') || 'none'}`,
  })
}

/** The settings with the keys of what is named. Throws `usage`. */
function toInput({ collections, groups }: ZoteroTest, options: ConnectOptions, key: string | undefined): ZoteroInput {
  const find = (name: string): string =>
    findNamed('collection', { entries: collections, name, keyOf: (one) => one.key }).key
  return {
    ...(key !== undefined && { key }),
    read: options.read,
    collections: (options.collection ?? []).map(find),
    groups: (options.group ?? []).map(
      (name) => findNamed('group', { entries: groups, name, keyOf: ({ id }) => String(id) }).id,
    ),
    to_list: options.toList ?? false,
    push_to: options.pushTo === undefined ? null : find(options.pushTo),
    push_notes: options.pushNotes ?? false,
  }
}

/** Reads the state until nothing is under way. Throws `timeout`. */
async function waitForEnd(context: Context): Promise<ZoteroConnection | null> {
  const { out, deadline } = context
  let step = ''
  for (;;) {
    const { connection } = await readState(context)
    if (connection?.progress == null) return connection
    if (connection.progress.step !== step && connection.progress.step !== '') out.note(`${connection.progress.step}…`)
    step = connection.progress.step
    try {
      await sleep(READ_MS, undefined, deadline && { signal: deadline })
    } catch (cause) {
      throw new Failure('timeout', 'The library is still being read.', {
        cause,
        advice: 'It goes on without this command: paperdawn zotero status',
      })
    }
  }
}

function describe(connection: ZoteroConnection | null): string {
  if (connection === null) return 'Not connected to Zotero. Connect it: paperdawn zotero connect'
  const { username, read, collections, groups, push_to, last, failing_since, counts, progress } = connection
  const source = read === 'collections' ? collections.map(({ name }) => cleanText(name)).join(', ') : read
  return [
    `Library of ${cleanText(username)}. Read: ${source}. Saved papers go to: ${push_to === null ? 'nowhere' : cleanText(push_to.name)}.`,
    ...(groups.length === 0 ? [] : [`Groups: ${groups.map(({ name }) => cleanText(name)).join(', ')}.`]),
    ...groups.flatMap(({ problem, failing_since: since }) =>
      problem === null
        ? []
        : [`${cleanText(problem)} What it has taught stays.${since === null ? '' : ` Since ${formatInstant(since)}.`}`],
    ),
    ...(last === null ? [] : [`${formatInstant(last.at)}: ${cleanText(last.sentence)}`]),
    ...(failing_since === null ? [] : [`Failing since ${formatInstant(failing_since)}.`]),
    ...(progress === null ? [] : [`Under way: ${progress.step || 'waiting'}.`]),
    `${counts.papers} papers recognised, ${counts.waiting} waiting, ${counts.problems} not recognised or refused, ${counts.sent} sent.`,
    ...(counts.questions > 0 ? [`${counts.questions} to decide, in your profile under Connections.`] : []),
  ].join('\n')
}
