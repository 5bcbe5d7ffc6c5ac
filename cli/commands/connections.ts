import { Argument, type Command } from 'commander'
import type { Connection } from '#api/contract/connections.ts'
import { TARGET_KINDS, TARGET_NAMES, TARGET_SENDS, type TargetKind } from '#api/contract/limits.ts'
import { unwrap, type Client } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { confirmTyped } from '../options/confirm.ts'
import {
  addConnectionOptions,
  hasValues,
  parseKind,
  parseSends,
  readConnection,
  type ConnectionOptions,
} from '../options/connectionOptions.ts'
import { addExamples } from '../options/examples.ts'
import { confirmEreader, describeEreader, EREADER, setEreader, testEreader } from '../client/ereader.ts'
import { EXIT } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

const columns: readonly Column<Connection>[] = [
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'to', value: ({ host, last_four }) => (last_four ? `${host} …${last_four}` : host), truncatable: true },
  { title: 'state', value: describeState },
  { title: 'gets', value: describeSends, truncatable: true },
  { title: 'last', value: ({ last }) => last?.sentence ?? '-', truncatable: true },
]

function describeState({ on, failing_since }: Connection): string {
  if (!on) return 'switched off'
  return failing_since === null ? 'on' : `failing since ${formatInstant(failing_since)}`
}

function describeSends({ sends }: Connection): string {
  return TARGET_SENDS.filter((name) => sends[name]).join(',') || 'nothing'
}

const KINDS = [...TARGET_KINDS, EREADER]

const kindArgument = () => new Argument('<kind>', 'the service').choices(KINDS)

export function addConnections(program: Command, run: Runner): void {
  const connections = program
    .command('connections')
    .description('Where your day is sent: Slack, Discord, Matrix, Mattermost, ntfy, a program of yours, an e-reader.')
  connections
    .command('list', { isDefault: true })
    .description('Your connections, what happened last, and what fails. Addresses and tokens cannot be shown.')
    .action(
      run('the connections could not be read', async ({ client, out }) => {
        const { items, total } = await unwrap(client.users.me.connections.get())
        out.list({ items, total, skip: 0 }, columns, 'You have no connection.')
        const { ereader } = await unwrap(client.users.me.connections.ereader.get())
        if (ereader !== null) out.note(describeEreader(ereader))
      }),
    )
  addSet(connections, run)
  addTest(connections, run)
  addRemove(connections, run)
  addConfirm(connections, run)
}

function addSet(connections: Command, run: Runner): void {
  const set = addConnectionOptions(
    connections
      .command('set')
      .description('Save a connection and switch it on. Prompts for its secret, which is not echoed.')
      .addArgument(kindArgument())
      .option('--renew-secret', 'own webhook: make a new secret; for a day messages are signed with both')
      .option('--send <names>', `what it gets, separated by commas: ${TARGET_SENDS.join(', ')}; or nothing`),
  ).action(
    run<ConnectionOptions & { renewSecret?: boolean; send?: string }>(
      'the connection was not saved',
      async (context, { renewSecret, send, ...options }, [text = '']) => {
        const { client, out } = context
        if (text === EREADER) return setEreader(context, options.at)
        const kind = parseKind(text)
        const sends = send === undefined ? {} : { sends: parseSends(send) }
        // Of a saved connection the switches can be changed without its secret.
        const isKept = renewSecret || (send !== undefined && !hasValues(options) && (await isSaved(client, kind)))
        const values = isKept
          ? { ...(renewSecret && { renew_secret: true }) }
          : await readConnection(context, kind, options)
        const input = { ...values, ...sends }
        const saved = await unwrap(client.users.me.connections({ kind }).put(input))
        const { host, secret } = saved
        out.data(saved, () => secret ?? `Saved: ${cleanText(host)} gets ${describeSends(saved)}.`)
        if (secret !== undefined) out.note('The secret of the signatures. It is shown only this once.')
        out.note(`Test it: paperdawn connections test ${kind}`)
        return EXIT.ok
      },
    ),
  )
  addExamples(set, [
    'paperdawn connections set slack',
    "paperdawn connections set matrix --at https://matrix.example.org --room '!abc:example.org'",
    'paperdawn connections set ntfy --secret-file topic.txt',
    'paperdawn connections set webhook --renew-secret',
    'paperdawn connections set slack --send day,updates',
    'paperdawn connections set ereader --at ada_42@kindle.example',
  ])
}

const isSaved = async (client: Client, kind: TargetKind): Promise<boolean> =>
  (await unwrap(client.users.me.connections.get())).items.some((one) => one.kind === kind)

function addTest(connections: Command, run: Runner): void {
  const test = addConnectionOptions(
    connections
      .command('test')
      .description('Post a test with the saved values, or with the given ones without saving. Exits with 1 if refused.')
      .addArgument(kindArgument()),
  ).action(
    run<ConnectionOptions>('the connection could not be tested', async (context, options, [text = '']) => {
      const { client, out } = context
      if (text === EREADER) return testEreader(context)
      const kind = parseKind(text)
      const input = hasValues(options) ? await readConnection(context, kind, options) : {}
      const result = await unwrap(client.users.me.connections({ kind }).test.post(input))
      const { ok, message } = result
      out.data(result, () => `${out.paint(ok ? 'green' : 'red', ok ? 'ok' : 'failed')}: ${cleanText(message)}`)
      return ok ? EXIT.ok : EXIT.failure
    }),
  )
  addExamples(test, ['paperdawn connections test slack', 'paperdawn connections test slack --secret-file address.txt'])
}

function addRemove(connections: Command, run: Runner): void {
  const remove = connections
    .command('remove')
    .description('Remove a connection with all that is kept about it.')
    .addArgument(kindArgument())
    .action(
      run('the connection was not removed', async (context, _options, [text = '']) => {
        const { client, out } = context
        const kind = text === EREADER ? EREADER : parseKind(text)
        const name = kind === EREADER ? 'your e-reader' : TARGET_NAMES[kind]
        const question = `Nothing is sent to ${name} any more; its address is deleted.`
        await confirmTyped(context, { question, word: 'remove' })
        const calls = client.users.me.connections
        await unwrap(kind === EREADER ? calls.ereader.delete() : calls({ kind }).delete())
        out.data({ removed: kind }, () => `Removed ${name}.`)
      }),
    )
  addExamples(remove, ['paperdawn connections remove slack'])
}

function addConfirm(connections: Command, run: Runner): void {
  const confirm = connections
    .command('confirm')
    .description('Confirm the address of your e-reader with the code that its test shows.')
    .argument('<code>', 'the code')
    .action(run('the e-reader was not confirmed', (context, _options, [code = '']) => confirmEreader(context, code)))
  addExamples(confirm, ['paperdawn connections confirm K7RM2Q'])
}
