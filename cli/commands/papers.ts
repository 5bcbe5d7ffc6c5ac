import { Option, type Command } from 'commander'
import type { CitationFormat } from '#api/contract/citations.ts'
import { FOR_ME_LIMIT_DEFAULT, RECENT_HOURS_DEFAULT, RECENT_HOURS_MAX } from '#api/contract/limits.ts'
import type { Card } from '#api/contract/papers.ts'
import { download, unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { lookUp } from '../client/lookUp.ts'
import { pathPart } from '../client/pathPart.ts'
import { addExamples } from '../options/examples.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { parseWhole } from '../options/values.ts'
import { columnsOfPaperIn, formatPaper, paperColumns, reasonText } from '../terminal/papers.ts'
import type { Column } from '../terminal/table.ts'
import { addChanges } from './paperChanges.ts'
import { addSearch } from './searchPapers.ts'
import { addSimilar } from './similarPapers.ts'

const PAGE = 20
const FORMATS = ['bibtex', 'ris', 'csl', 'text'] as const satisfies readonly CitationFormat[]

const cardColumns: readonly Column<Card>[] = [
  ...columnsOfPaperIn<Card>().filter(({ title }) => ['id', 'title'].includes(title)),
  { title: 'why', hideable: true, value: ({ reasons }) => reasons.map(reasonText).join('; '), truncatable: true },
]

/** Adds the commands of readers about papers. */
export function addPapers(program: Command, run: Runner): void {
  const papers = program.command('papers').description('Search, read and cite papers.')
  addSearch(papers, run)

  const show = papers
    .command('show')
    .description('A paper with its abstract, and why it was shown to you.')
    .argument('<ref>', 'an arXiv id, DOI, PMID, PMC id or number of ePrint, or the address of a paper')
    .action(
      run('the paper could not be read', async (context, _options, [ref = '']) => {
        const { client, out } = context
        const { id } = await lookUp(context, ref)
        const paper = await unwrap(client.papers({ id: pathPart(id) }).get())
        const { delivered, state } = paper
        const why = delivered?.reasons.map(reasonText).join('; ') ?? ''
        const more: [string, string][] = [
          ['on the list', state.saved ? 'yes' : 'no'],
          ...(delivered ? [['shown', `${delivered.day}, place ${delivered.rank}`] as [string, string]] : []),
          ...(why === '' ? [] : [['because', why] as [string, string]]),
        ]
        out.data(paper, () => formatPaper(paper, more, out.width))
      }),
    )
  addExamples(show, ['paperdawn papers show 2511.01234', 'paperdawn papers show 10.48550/arXiv.2511.01234'])

  addSimilar(papers, run)
  addChanges(papers, run)

  const cite = papers
    .command('cite')
    .description('Print the citation of a paper.')
    .argument('<ref>', 'an arXiv id, DOI, PMID, PMC id or number of ePrint, or the address of a paper')
    .addOption(new Option('--format <name>', 'format of the citation').choices(FORMATS).default('bibtex'))
    .action(
      run<{ format: CitationFormat }>('the paper could not be cited', async (context, { format }, [ref = '']) => {
        const { id } = await lookUp(context, ref)
        const response = await download(context, `/api/papers/${pathPart(id)}/citation?format=${format}`)
        const citation = (await response.text()).trimEnd()
        context.out.document({ id, format, citation }, citation)
      }),
    )
  addExamples(cite, ['paperdawn papers cite 2511.01234 >> references.bib'])

  addPaging(
    papers
      .command('recent')
      .description('Papers that the library stored in the last hours, newest first.')
      .option('--hours <count>', 'so many hours', parseWhole(1, RECENT_HOURS_MAX), RECENT_HOURS_DEFAULT),
    PAGE,
  ).action(
    run<Paging & { hours: number }>('the papers could not be read', async ({ client, out }, { hours, skip, limit }) => {
      const list = await unwrap(client.papers.recent.get({ query: { hours, skip, limit } }))
      out.list(list, paperColumns, `No paper was stored in the last ${hours} hours.`)
    }),
  )

  addPaging(
    papers.command('for-me').description('The papers of the current announcement, best for you first.'),
    FOR_ME_LIMIT_DEFAULT,
  ).action(
    run<Paging>('the papers could not be read', async ({ client, out }, { skip, limit }) => {
      const list = await unwrap(client.papers['for-me'].get({ query: { skip, limit } }))
      out.list(list, cardColumns, 'No papers. Choose what you follow: paperdawn categories physics')
    }),
  )
}
