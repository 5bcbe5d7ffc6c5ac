import { InvalidArgumentError, type Command } from 'commander'
import type { Strand, StrandMember } from '#api/contract/strands.ts'
import { unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { addExamples } from '../options/examples.ts'
import { parseWhole } from '../options/values.ts'
import { Failure } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'

const NAME = 'its name, or its id'

const columns: readonly Column<Strand>[] = [
  { title: 'interest', value: ({ name }) => name, truncatable: true, least: 16 },
  { title: 'state', value: stateOf },
  { title: 'share', value: ({ share, from }) => (from === 'proposed' ? '' : `${Math.round(100 * share)} %`) },
  { title: 'papers', value: ({ papers }) => String(papers) },
  { title: 'id', hideable: true, value: ({ id }) => id },
]
const memberColumns: readonly Column<StrandMember>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'title', value: ({ text }) => text, truncatable: true, least: 36 },
]

function stateOf({ from, paused }: Strand): string {
  if (from === 'proposed') return 'proposed'
  return paused ? 'paused' : 'apart'
}

const describe = (strand: Strand): string =>
  `${cleanText(strand.name)}: ${stateOf(strand)}, ${Math.round(100 * strand.share)} % of the list, ${strand.papers} ${strand.papers === 1 ? 'paper' : 'papers'}`

interface Changes {
  name?: string
  share?: number | 'auto'
  pause?: true
  resume?: true
  add?: string[]
  takeOut?: string[]
}

/** Adds the commands of interests that are kept apart. */
export function addInterests(program: Command, run: Runner): void {
  const interests = program
    .command('interests')
    .description('The interests that your list is drawn from, kept apart and proposed.')
  interests
    .command('list', { isDefault: true })
    .description('Those kept apart, then those proposed; with an interest, its papers.')
    .argument('[interest]', NAME)
    .option('--finer', 'part papers of one field, too, until there are two groups')
    .action(
      run<{ finer?: true }>('the interests could not be read', async (context, { finer }, [name]) => {
        const { client, out } = context
        const list = await unwrap(client.users.me.strands.get({ query: { ...(finer && { finer }) } }))
        if (name === undefined)
          return out.list({ ...list, skip: 0 }, columns, 'None. Save papers of two subjects, and they are proposed.')
        const strand = choose(list.items, name)
        out.data(strand, () => `${describe(strand)}\n${out.table(memberColumns, strand.items)}`)
      }),
    )
  interests
    .command('keep')
    .description('Keep a proposed interest apart from now on.')
    .argument('<interest>', NAME)
    .option('--finer', 'of those that "list --finer" proposes')
    .action(
      run<{ finer?: true }>('the interest was not kept', async (context, { finer }, [name = '']) => {
        const strand = await find(context, name, finer)
        await change(context, strand.id, { name: strand.name })
      }),
    )
  const set = interests
    .command('set')
    .description('Name, weigh or pause an interest, and move papers into it or out of it.')
    .argument('<interest>', NAME)
    .option('--name <name>', 'its new name')
    .option('--share <percent>', 'its part of the list in percent; 0 for less of it, "auto" by its papers', parseShare)
    .option('--pause', 'its papers teach nothing')
    .option('--resume', 'they teach again')
    .option('--add <ids...>', 'papers that belong to it')
    .option('--take-out <ids...>', 'papers that do not')
    .action(
      run<Changes>(
        'the interest was not changed',
        async (context, { pause, resume, takeOut, ...rest }, [name = '']) => {
          if (pause && resume) throw new Failure('usage', 'Name only one of --pause and --resume.')
          const changes = {
            ...(rest.name !== undefined && { name: rest.name }),
            ...(rest.share !== undefined && { share: rest.share === 'auto' ? null : rest.share }),
            ...(rest.add && { add: rest.add }),
            ...(takeOut && { remove: takeOut }),
            ...((pause || resume) && { paused: pause === true }),
          }
          if (Object.keys(changes).length === 0) throw new Failure('usage', 'Name what to change.')
          await change(context, (await find(context, name)).id, changes)
        },
      ),
    )
  addExamples(set, [
    'paperdawn interests set "Night vision" --share 40',
    'paperdawn interests set "Night vision" --add arxiv:2511.01234',
  ])
  interests
    .command('merge')
    .description('Merge another interest into this one.')
    .argument('<interest>', NAME)
    .argument('<other>', 'the one that goes into it')
    .action(
      run('the interests were not merged', async (context, _options, [name = '', other = '']) => {
        const [{ id }, { id: strand_id }] = [await find(context, name), await find(context, other)]
        const { items } = await unwrap(routeOf(context, id).merge.post({ strand_id }))
        report(context, items, id)
      }),
    )
  interests
    .command('split')
    .description('Part an interest into the two groups that differ most.')
    .argument('<interest>', NAME)
    .action(
      run('the interest was not split', async (context, _options, [name = '']) => {
        const { id } = await find(context, name)
        const list = await unwrap(routeOf(context, id).split.post())
        context.out.list({ ...list, skip: 0 }, columns, '')
      }),
    )
  interests
    .command('remove')
    .description('Keep an interest apart no longer; its papers teach the others.')
    .argument('<interest>', NAME)
    .action(
      run('the interest was not removed', async (context, _options, [name = '']) => {
        const strand = await find(context, name)
        const list = await unwrap(routeOf(context, strand.id).delete())
        context.out.data(list, () => `Kept apart no longer: ${cleanText(strand.name)}`)
      }),
    )
}

const routeOf = ({ client }: Context, id: string) => client.users.me.strands({ id: pathPart(id) })

/** Throws `not-found`. */
async function find({ client }: Context, name: string, finer?: true): Promise<Strand> {
  return choose((await unwrap(client.users.me.strands.get({ query: { ...(finer && { finer }) } }))).items, name)
}

function choose(strands: readonly Strand[], name: string): Strand {
  const found =
    strands.find(({ id }) => id === name) ?? strands.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  throw new Failure('not-found', `You have no interest “${name}”.`, { advice: 'Show them: paperdawn interests' })
}

type Change = Parameters<ReturnType<typeof routeOf>['put']>[0]

async function change(context: Context, id: string, changes: Change): Promise<void> {
  const { items } = await unwrap(routeOf(context, id).put(changes))
  report(context, items, id)
}

function report({ out }: Context, strands: readonly Strand[], id: string): void {
  const strand = choose(strands, id)
  out.data(strand, () => describe(strand))
}

/** A part of 1, or "auto". */
function parseShare(text: string): number | 'auto' {
  if (text === 'auto') return text
  try {
    return parseWhole(0, 100)(text) / 100
  } catch (cause) {
    throw new InvalidArgumentError(`${cause instanceof Error ? cause.message : ''} Or “auto”.`)
  }
}
