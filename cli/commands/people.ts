import type { Command } from 'commander'
import type { Person } from '#api/contract/people.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { addExamples } from '../options/examples.ts'
import { Failure } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'

const columns: readonly Column<Person>[] = [
  {
    title: 'author',
    value: ({ author, muted }) => (muted ? `${author} (muted)` : author),
    truncatable: true,
    least: 16,
  },
  { title: 'theirs', value: ({ theirs }) => String(theirs) },
  { title: 'namesakes', value: ({ other }) => String(other) },
  { title: 'unsure', value: ({ unsure }) => String(unsure) },
  { title: 'orcid', hideable: true, value: ({ orcid }) => orcid ?? '' },
]

type Row = { paper: string; title: string; evidence: string }
const askColumns: readonly Column<Row>[] = [
  { title: 'paper', value: ({ paper }) => paper },
  { title: 'title', value: ({ title }) => title, truncatable: true, least: 24 },
  { title: 'evidence', value: ({ evidence }) => evidence, truncatable: true, least: 24 },
]

const toRows = ({ ask }: Person): Row[] =>
  ask.map(({ paper, evidence }) => ({ paper: paper.id, title: paper.title, evidence: evidence.join('; ') }))

const describe = ({ author, theirs, other, unsure }: Person) =>
  `${cleanText(author)}: ${theirs} theirs, ${other} by namesakes, ${unsure} unsure`

const VALUES = { yes: 'yes', no: 'no', none: null } as const
const isValue = (value: string): value is keyof typeof VALUES => value in VALUES

/** Adds the commands of followed authors. */
export function addPeople(program: Command, run: Runner): void {
  const people = program
    .command('people')
    .description('The authors you follow, distinguished from others of the same name.')
  people
    .command('list', { isDefault: true })
    .description('How many papers are theirs; with an author, the papers that are not known.')
    .argument('[author]', 'the name, as you follow it')
    .action(
      run('the authors could not be read', async ({ client, out }, _options, [author]) => {
        const list = await unwrap(client.users.me.people.get())
        if (author === undefined) return out.list({ ...list, skip: 0 }, columns, 'You follow no author.')
        const person = list.items.find((one) => one.author === author)
        if (person === undefined) throw new Failure('not-found', `You do not follow "${author}".`)
        const rows = toRows(person)
        out.data(person, () => (rows.length === 0 ? describe(person) : out.table(askColumns, rows)))
      }),
    )
  people
    .command('judge')
    .description('Say whether a paper is by the author you follow; "none" takes it back.')
    .argument('<author>', 'the name, as you follow it')
    .argument('<paper>', 'id of the paper, for example arxiv:2511.01234')
    .argument('<value>', 'yes, no or none')
    .action(
      run('the paper was not judged', async ({ client, out }, _options, [author = '', paper = '', value = '']) => {
        if (!isValue(value)) throw new Failure('usage', `"${value}" is not one of yes, no and none.`)
        const route = client.users.me.people({ author: pathPart(author) }).papers({ paper_id: pathPart(paper) })
        const person = await unwrap(route.put({ value: VALUES[value] }))
        out.data(person, () => describe(person))
      }),
    )
  people
    .command('orcid')
    .description('Give the ORCID iD of an author you follow; "none" removes it.')
    .argument('<author>', 'the name, as you follow it')
    .argument('<orcid>', 'for example 0000-0002-1825-0097, or none')
    .action(
      run('the ORCID iD was not stored', async ({ client, out }, _options, [author = '', orcid = '']) => {
        const route = client.users.me.people({ author: pathPart(author) })
        const person = await unwrap(route.put({ orcid: orcid === 'none' ? null : orcid }))
        out.data(person, () => describe(person))
      }),
    )
  addExamples(people, [
    'paperdawn people list "Wei Wang"',
    'paperdawn people judge "Wei Wang" arxiv:2511.01234 no',
    'paperdawn people orcid "Wei Wang" 0000-0002-1825-0097',
  ])
}
