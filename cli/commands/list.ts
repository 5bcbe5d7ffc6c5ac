import { Option, type Command } from 'commander'
import type { ExportFormat } from '#api/contract/citations.ts'
import type { Paper } from '#api/contract/papers.ts'
import type { CitingPaper, Item, ReadingStatus, WatchRow } from '#api/contract/readingList.ts'
import { download, unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { findItemId, savePaper } from '../client/lookUp.ts'
import { pathPart } from '../client/pathPart.ts'
import { requireNewFile, saveFile } from '../client/saveFile.ts'
import { addExamples } from '../options/examples.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { addFilter, toFilter, type FilterOptions } from '../options/readingFilter.ts'
import { EXIT, Failure } from '../terminal/failures.ts'
import { columnsOfPaperIn } from '../terminal/papers.ts'
import { readPiped } from '../terminal/prompt.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'
import { addImport } from './importList.ts'
import { addReview } from './review.ts'
import { addSync } from './syncList.ts'

const FORMATS = [
  'bibtex',
  'ris',
  'csl',
  'csv',
  'json',
  'markdown',
  'vault',
  'epub',
] as const satisfies readonly ExportFormat[]
const REF = 'an arXiv id, DOI, PMID, PMC id or number of ePrint, or the address of a paper'
const PAGE = 20

const columns: readonly Column<Item>[] = [
  ...columnsOfPaperIn<Item>().filter(({ title }) => ['id', 'title'].includes(title)),
  { title: 'status', value: ({ status }) => status.replace('_', ' ') },
  { title: 'note', value: ({ notes }) => (notes === '' ? '' : 'yes') },
  { title: 'tags', hideable: true, value: ({ tags }) => tags.join(', '), truncatable: true },
]

const watchColumns: readonly Column<WatchRow>[] = [
  { title: 'day', value: ({ noticed_on, known_on }) => noticed_on ?? known_on ?? '-' },
  { title: 'what', value: ({ kind }) => kind },
  { title: 'id', value: ({ paper_id }) => paper_id },
  { title: 'title', value: ({ title }) => title, truncatable: true, least: 36 },
  { title: 'why', hideable: true, value: ({ reason }) => reason ?? '', truncatable: true },
]

const citingColumns: readonly Column<CitingPaper>[] = [
  { title: 'day', value: ({ published_on }) => published_on ?? '-' },
  { title: 'id', value: ({ paper_id, url }) => paper_id ?? url },
  { title: 'title', value: ({ title }) => title, truncatable: true, least: 36 },
]

/** Adds the commands of the reading list. */
export function addList(program: Command, run: Runner): void {
  const list = program.command('list').description('Your reading list with a note for each paper.')
  addPaging(
    addFilter(list.command('show', { isDefault: true }).description('The papers on the list, saved last first.')),
    PAGE,
  ).action(
    run<FilterOptions & Paging>('the list could not be read', async ({ client, out }, { skip, limit, ...filter }) => {
      const query = { skip, limit, ...toFilter(filter) }
      const items = await unwrap(client.users.me['reading-list'].get({ query }))
      out.list(items, columns, 'No paper. Save one: paperdawn list add 2511.01234')
    }),
  )

  addPaging(
    list
      .command('watch')
      .description(
        'What happened to the papers on the list: retractions, corrections, withdrawals, articles, licences and new citations.',
      ),
    PAGE,
  ).action(
    run<Paging>('the notices could not be read', async ({ client, out }, query) => {
      out.list(await unwrap(client.users.me.watch.get({ query })), watchColumns, 'Nothing happened to these papers.')
    }),
  )

  addPaging(
    list
      .command('citations')
      .description('New papers that cite one of the list since you saved it, the newest first.')
      .argument('<ref>', REF),
    PAGE,
  ).action(
    run<Paging>('the citations could not be read', async (context, query, [ref = '']) => {
      const found = await unwrap(itemAt(context, await findItemId(context, ref)).citations.get({ query }))
      context.out.list(found, citingColumns, 'No new paper is known to cite it.')
      if (found.total > 0) context.out.note(`Citations from ${found.source.name}: ${found.source.url}`)
    }),
  )

  const add = list
    .command('add')
    .description('Save papers; one that the library lacks is asked for at its source.')
    .argument('<refs...>', REF)
    .action(
      run('not every paper was saved', async (context, _options, refs) => {
        let isWaiting = false
        const save = async (ref: string) => {
          const paper = await savePaper(context, ref)
          if (!('waitsFor' in paper)) return paper
          isWaiting = true
          context.out.notice(`${ref} is saved as soon as ${paper.waitsFor} can be read.`)
          return null
        }
        await doEach(context, refs, { verb: 'Saved', act: save })
        return isWaiting ? EXIT.partial : EXIT.ok
      }),
    )
  addExamples(add, ['paperdawn list add 2511.01234', 'xargs paperdawn list add < ids.txt'])

  const note = list
    .command('note')
    .description('Print the note of a paper, or replace it.')
    .argument('<ref>', REF)
    .argument('[text]', 'the new note; "-" reads it from standard input, "" removes it')
    .action(
      run('the note was not changed', async (context, _options, [ref = '', text]) => {
        const { out } = context
        if (text === undefined) {
          const item = await readItem(context, ref)
          out.data({ id: item.paper.id, notes: item.notes }, () => cleanText(item.notes))
          return
        }
        const notes = text === '-' ? await readPiped('note') : text
        const item = await changeItem(context, ref, { notes })
        out.data(item, () => `${notes === '' ? 'Removed the note of' : 'Noted'}: ${item.paper.id}`)
      }),
    )
  addExamples(note, ['paperdawn list note 2511.01234', "paperdawn list note 2511.01234 'Compare with table 3.'"])

  list
    .command('done')
    .description('Mark papers of the list as read.')
    .argument('<refs...>', REF)
    .action(
      run('not every paper was marked as read', async (context, _options, refs) => {
        const finish = async (ref: string) => (await changeItem(context, ref, { status: 'done' })).paper
        await doEach(context, refs, { verb: 'Done', act: finish })
      }),
    )

  addExport(list, run)
  addImport(list, run)
  addSync(list, run)
  addReview(list, run)
}

function addExport(list: Command, run: Runner): void {
  const command = addFilter(
    list.command('export').description('Print the list or a part of it, with notes and tags, or write it to a file.'),
  )
    .addOption(new Option('--format <name>', 'format of the file').choices(FORMATS).default('bibtex'))
    .option('--output <file>', 'write it to this new file')
    .action(
      run<FilterOptions & { format: ExportFormat; output?: string }>(
        'the list was not exported',
        async (context, { format, output, ...filter }) => {
          const path = `/api/users/me/reading-list/export?${new URLSearchParams({ format, ...toFilter(filter) })}`
          if (output !== undefined) {
            await requireNewFile(context, output)
            return saveFile(context, output, await download(context, path))
          }
          if (format === 'epub' || format === 'vault')
            throw new Failure('invalid-input', 'A file of this format cannot be printed.', {
              advice: 'Name a file with --output.',
            })
          const text = await (await download(context, path)).text()
          context.out.document({ format, text }, text.trimEnd())
        },
      ),
    )
  addExamples(command, [
    'paperdawn list export --output references.bib',
    'paperdawn list export --tag thesis --format markdown',
  ])
}

interface Step {
  verb: string
  /** Returns the paper when it is done. */
  act: (ref: string) => Promise<Paper | null>
}

/** Does the same with one paper after the other, and prints those that are done, also when one fails. */
async function doEach({ out }: Context, refs: readonly string[], { verb, act }: Step): Promise<void> {
  const done: Paper[] = []
  try {
    for (const ref of refs) {
      const paper = await act(ref)
      if (paper !== null) done.push(paper)
    }
  } finally {
    const lines = done.map(({ id, title }) => `${verb}: ${id} ${cleanText(title)}`)
    if (done.length > 0) out.data({ items: done }, () => lines.join('\n'))
  }
}

const itemAt = ({ client }: Context, id: string) => client.users.me['reading-list']({ id: pathPart(id) })

const readItem = async (context: Context, ref: string): Promise<Item> =>
  unwrap(itemAt(context, await findItemId(context, ref)).get())

/** Changes what the item says now. Throws `conflict` when another window changed it in between. */
async function changeItem(
  context: Context,
  ref: string,
  changes: { notes?: string; status?: ReadingStatus },
): Promise<Item> {
  const { id, version } = await readItem(context, ref)
  return unwrap(itemAt(context, id).put({ version, ...changes }))
}
