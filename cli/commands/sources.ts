import { Option, type Command } from 'commander'
import type { SourceStatus } from '#api/contract/admin.ts'
import type { SourceSettingsChanges, SourceTest } from '#api/contract/days.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { readKey, type KeyOptions } from '../options/sourceKey.ts'
import { addExamples } from '../options/examples.ts'
import { parseWhole } from '../options/values.ts'
import { EXIT, Failure } from '../terminal/failures.ts'
import { formatSourceSettings } from '../terminal/sourceSettings.ts'
import type { Column } from '../terminal/table.ts'
import type { Style } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'

const GAP_MAX_MS = 600_000
const REQUESTS_MAX = 1_000_000

const styles: Record<SourceStatus['state'], Style | undefined> = {
  ok: 'green',
  running: 'yellow',
  slow: 'yellow',
  'key-refused': 'yellow',
  failing: 'red',
  stale: 'red',
  never: 'dim',
  unfollowed: 'dim',
  off: 'dim',
}

/** It announces no papers, or none that a reader follows, and is asked for single ones. */
const isOnDemand = ({ abilities, state, next_run_at }: SourceStatus): boolean =>
  !abilities.includes('announcements') ||
  (abilities.includes('look-up') && ['ok', 'slow', 'key-refused'].includes(state) && next_run_at === null)

/** No reader follows a category of it, so that it is not asked. */
const isUnfollowed = ({ state }: SourceStatus) => state === 'unfollowed'

const columns: readonly Column<SourceStatus>[] = [
  { title: 'source', value: ({ id }) => id },
  { title: 'state', value: ({ state }) => state, style: ({ state }) => styles[state] },
  { title: 'last success', value: ({ last_success_at }) => formatInstant(last_success_at) },
  {
    title: 'next run',
    hideable: true,
    value: (source) =>
      isOnDemand(source) && !source.abilities.includes('enrichment') && source.next_run_at === null
        ? 'on demand'
        : isUnfollowed(source)
          ? 'when followed'
          : formatInstant(source.next_run_at),
  },
  { title: 'newest day', hideable: true, value: ({ announced_on }) => announced_on ?? '-' },
  {
    title: 'requests',
    hideable: true,
    value: ({ requests: { used, limit } }) => (limit === null ? used : `${used} of ${limit}`),
    right: true,
  },
  { title: 'queue', hideable: true, value: ({ queued }) => queued, right: true },
  { title: 'papers', value: (source) => (isOnDemand(source) ? '-' : source.papers_today), right: true },
  {
    title: 'missing days',
    value: (source) => (isOnDemand(source) ? '-' : source.missing_days),
    right: true,
    style: ({ missing_days }) => (missing_days > 0 ? 'red' : undefined),
  },
  { title: 'can', hideable: true, value: ({ abilities }) => abilities.join(', ') },
  { title: 'breaker', hideable: true, value: ({ breaker }) => breaker },
  { title: 'wait', hideable: true, value: ({ wait_ms }) => `${(wait_ms / 1000).toFixed(1)} s`, right: true },
  { title: 'failed', hideable: true, value: ({ failed_at }) => formatInstant(failed_at) },
  { title: 'failure', value: ({ failure }) => failure ?? '', truncatable: true },
]

const testColumns: readonly Column<SourceTest['items'][number]>[] = [
  { title: 'interface', value: (item) => item.interface },
  {
    title: 'result',
    value: ({ ok }) => (ok ? 'answers' : 'fails'),
    style: ({ ok }) => (ok ? 'green' : 'red'),
  },
  { title: 'took', value: ({ ms }) => `${(ms / 1000).toFixed(1)} s`, right: true },
  { title: 'address', hideable: true, value: ({ address }) => address },
  { title: 'message', value: ({ message }) => message, truncatable: true },
]

interface SetOptions extends KeyOptions {
  enabled?: boolean
  disabled?: boolean
  gap?: number
  requests?: number
  rssUrl?: string
  oaiUrl?: string
  apiUrl?: string
  reset?: boolean
}

export function addSources(admin: Command, run: Runner): void {
  const sources = admin.command('sources').description('State and settings of the paper sources.')
  sources
    .command('list', { isDefault: true })
    .description('State of the paper sources.')
    .action(
      run('the sources could not be read', async ({ client, out }) => {
        const status = await unwrap(client.admin['paper-sources-status'].get())
        out.data(status, () => out.table(columns, status.items))
        if (status.items.some(({ missing_days }) => missing_days > 0))
          out.note('Days are missing. See which: paperdawn admin days')
        for (const { key_refusal } of status.items) if (key_refusal) out.note(key_refusal.message)
      }),
    )

  sources
    .command('show')
    .description('Settings of a source, with the defaults that they replace.')
    .argument('<id>')
    .action(
      run('the settings of the source could not be read', async ({ client, out }, _options, [id = '']) => {
        const settings = await unwrap(client.admin.sources({ id: pathPart(id) }).get())
        out.data(settings, () => formatSourceSettings(settings))
      }),
    )

  const test = sources
    .command('test')
    .description('Ask a source for a little, at its addresses or at those given as options. Nothing is changed.')
    .argument('<id>')
    .option('--rss-url <address>', 'address of the feeds')
    .option('--oai-url <address>', 'address of the OAI-PMH service')
    .option('--api-url <address>', 'address of the query API')
    .option('--key', 'prompt for a key to test with; the saved one stays')
    .option('--key-stdin', 'read that key from standard input')
    .action(
      run<SetOptions>('the source could not be tested', async (context, options, [id = '']) => {
        const { client, out } = context
        const { addresses } = toChanges(options, [])
        const key = await readKey(context, id, options)
        const result = await unwrap(
          client.admin
            .sources({ id: pathPart(id) })
            .test.post({ ...(addresses && { addresses }), ...(typeof key === 'string' && { key }) }),
        )
        out.data(result, () => out.table(testColumns, result.items))
        return result.ok ? EXIT.ok : EXIT.failure
      }),
    )
  addExamples(test, [
    'paperdawn admin sources test crossref',
    'paperdawn admin sources test arxiv --oai-url https://mirror.example.org/oai',
    'paperdawn admin sources test s2 --key',
  ])

  const set = sources
    .command('set')
    .description('Change the settings given as options; the others stay.')
    .argument('<id>')
    .addOption(new Option('--enabled', 'fetch from this source').conflicts('disabled'))
    .option('--disabled', 'fetch nothing from this source; ends an open fetch')
    .option('--gap <ms>', 'pause between two requests', parseWhole(0, GAP_MAX_MS))
    .option('--rss-url <address>', 'address of the feeds')
    .option('--oai-url <address>', 'address of the OAI-PMH service')
    .option('--api-url <address>', 'address of the query API')
    .option('--requests <count>', 'most requests a day', parseWhole(1, REQUESTS_MAX))
    .option('--key', 'prompt for the key of this installation')
    .addOption(new Option('--key-stdin', 'read the key from standard input').conflicts('removeKey'))
    .option('--remove-key', 'delete the saved key')
    .option('--reset', 'use the default pause, requests and addresses, except those given')
    .action(
      run<SetOptions>('the source could not be changed', async (context, options, [id = '']) => {
        const { client, out } = context
        const source = client.admin.sources({ id: pathPart(id) })
        // Sources have different interfaces.
        const interfaces = options.reset ? Object.keys((await unwrap(source.get())).defaults.addresses) : []
        const key = await readKey(context, id, options)
        const changes = { ...toChanges(options, interfaces), ...(key !== undefined && { key }) }
        if (Object.keys(changes).length === 0)
          throw new Failure('usage', 'No setting to change was given.', {
            advice: 'See the options: paperdawn admin sources set --help',
          })
        const settings = await unwrap(source.put(changes))
        out.data(settings, () => formatSourceSettings(settings))
        out.note('Saved. The next request uses it.')
      }),
    )
  addExamples(set, [
    'paperdawn admin sources set arxiv --disabled',
    'paperdawn admin sources set arxiv --gap 5000',
    'paperdawn admin sources set arxiv --rss-url https://mirror.example.org',
    'paperdawn admin sources set arxiv --enabled --reset',
    'paperdawn admin sources set crossref --disabled',
    'paperdawn admin sources set s2 --key --enabled',
    'paperdawn admin sources set s2 --key-stdin < secret.txt',
  ])
}

/** `interfaces` are those whose address is reset, unless another one is given. */
function toChanges(
  { enabled, disabled, gap, requests, rssUrl, oaiUrl, apiUrl, reset }: SetOptions,
  interfaces: readonly string[],
): SourceSettingsChanges {
  const given = Object.entries({ rss: rssUrl, oai: oaiUrl, api: apiUrl }).flatMap(([name, address]) =>
    address === undefined ? [] : [[name, address] as const],
  )
  const addresses = { ...Object.fromEntries(interfaces.map((name) => [name, null])), ...Object.fromEntries(given) }
  const gapMs = gap ?? (reset ? null : undefined)
  const perDay = requests ?? (reset ? null : undefined)
  return {
    ...((enabled || disabled) && { enabled: enabled === true }),
    ...(gapMs !== undefined && { gap_ms: gapMs }),
    ...(perDay !== undefined && { requests_per_day: perDay }),
    ...(Object.keys(addresses).length > 0 && { addresses }),
  }
}
