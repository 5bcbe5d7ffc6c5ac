import type { Command } from 'commander'
import { SIMILAR_DEFAULT, SIMILAR_MAX, SIMILAR_TEXT_MAX } from '#api/contract/limits.ts'
import type { SimilarPapers } from '#api/contract/taste.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { lookUp } from '../client/lookUp.ts'
import { pathPart } from '../client/pathPart.ts'
import { readTextFile } from '../client/readTextFile.ts'
import { addExamples } from '../options/examples.ts'
import { parseWhole } from '../options/values.ts'
import { Failure } from '../terminal/failures.ts'
import { columnsOfPaperIn } from '../terminal/papers.ts'
import type { Column } from '../terminal/table.ts'

const columns: readonly Column<SimilarPapers['items'][number]>[] = [
  ...columnsOfPaperIn<SimilarPapers['items'][number]>().filter(({ title }) => title !== 'authors'),
  { title: 'both', hideable: true, value: ({ terms }) => terms.join(', '), truncatable: true },
]

/** Adds the command for papers similar to one of the library, or to a text of the reader. */
export function addSimilar(papers: Command, run: Runner): void {
  const similar = papers
    .command('similar')
    .description('Papers like a paper, or like a text such as the abstract of a draft.')
    .argument('[ref]', 'an arXiv id, a DOI or the address of a paper')
    .option('--text-file <file>', 'like the text of this file; "-" reads standard input')
    .option('--limit <count>', 'how many', parseWhole(1, SIMILAR_MAX), SIMILAR_DEFAULT)
    .action(
      run<{ textFile?: string; limit: number }>(
        'similar papers could not be found',
        async (context, { textFile, limit }, [ref]) => {
          if ((ref === undefined) === (textFile === undefined))
            throw new Failure('usage', 'It needs either a paper or --text-file.', {
              advice: 'Name one: paperdawn papers similar 2511.01234',
            })
          const { client, out } = context
          const found =
            textFile === undefined
              ? await unwrap(
                  client
                    .papers({ id: pathPart((await lookUp(context, ref ?? '')).id) })
                    .similar.get({ query: { limit } }),
                )
              : await unwrap(client.papers.similar.post({ text: await readText(textFile), limit }))
          if (found.note !== undefined && found.items.length > 0) out.warn(found.note)
          out.list(found, columns, found.note ?? 'No paper of the library is close to it.')
        },
      ),
    )
  addExamples(similar, [
    'paperdawn papers similar 2511.01234',
    'paperdawn papers similar --text-file abstract.txt --limit 20',
  ])
}

/** UTF-8 has at most four bytes for a character. */
const FILE_MAX_BYTES = 4 * SIMILAR_TEXT_MAX

/** Returns the text of a file, or of standard input for "-". Throws `usage` when it is no text that the API takes. */
async function readText(path: string): Promise<string> {
  const name = path === '-' ? 'Standard input' : path
  const text = await readTextFile(path, FILE_MAX_BYTES)
  if (text.trim() === '') throw new Failure('usage', `${name} contains no text.`)
  if (text.length > SIMILAR_TEXT_MAX)
    throw new Failure(
      'usage',
      `${name} has ${text.length.toLocaleString('en')} characters, of at most ${SIMILAR_TEXT_MAX.toLocaleString('en')}.`,
      { advice: 'Pass a part of it, such as the abstract.' },
    )
  return text
}
