import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { IMPORT_FILE_MAX_BYTES, IMPORT_PAPERS_MAX } from '#api/contract/limits.ts'
import type { ListImport } from '#api/contract/listImport.ts'
import { unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { importFile } from '../client/importFile.ts'
import { pathPart } from '../client/pathPart.ts'
import { readTextFile } from '../client/readTextFile.ts'
import { addExamples } from '../options/examples.ts'
import { EXIT, Failure } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'

/** How often an import is read while sources are asked, in ms. */
const READ_MS = 1_500

const reasons: Readonly<Record<ListImport['missing'][number]['reason'], (source: string) => string>> = {
  unknown: () => 'no arXiv id and no DOI, and not in the library',
  ambiguous: () => 'several papers have this title',
  'not-at-source': (source) => `${source} has no such paper`,
  unusable: (source) => `the record of ${source} cannot be used`,
  'not-asked': (source) => `${source} could not be asked`,
}

/** Adds the command that adds the papers of a file to the reading list. */
export function addImport(list: Command, run: Runner): void {
  const command = list
    .command('import')
    .description('Add the papers of a file, with their tags and notes.')
    .argument(
      '<file>',
      'BibTeX, RIS, CSL-JSON, .nbib of PubMed, .enw of EndNote, "list export --format json", or ids; "-" reads standard input',
    )
    .action(
      run('the file was not imported', async (context, _options, [path = '']) => {
        const text = await readTextFile(path, IMPORT_FILE_MAX_BYTES)
        if (text.trim() === '') throw new Failure('usage', `${path} is empty.`, { advice: 'Name a file with papers.' })
        const started = await importAll(context, text)
        const result = await waitForEnd(context, started)
        context.out.data(result, () => describe(result))
        const { missing, unreadable, left_out } = result
        return missing.length + unreadable.length + left_out > 0 ? EXIT.partial : EXIT.ok
      }),
    )
  addExamples(command, ['paperdawn list import library.bib', 'paperdawn list import - < ids.txt'])
}

/** Imports all parts of a file. When one fails, says what was imported before it. */
async function importAll(context: Context, text: string): Promise<ListImport> {
  const { out } = context
  let last: ListImport | undefined
  const percent = ({ read }: ListImport) => `${Math.floor((100 * read) / text.length)} % of the file`
  try {
    return await importFile(context, text, (state) => {
      last = state
      if (state.read < text.length) out.note(`Read ${percent(state)}. Added: ${state.added}`)
    })
  } catch (error) {
    if (!(error instanceof Failure) || last === undefined) throw error
    const state = last
    out.data(state, () => describe(state))
    throw new Failure(error.code, `Only ${percent(last)} was imported: ${error.message}`, {
      cause: error,
      ...(error.requestId !== undefined && { requestId: error.requestId }),
      advice: 'Import the file again: papers that are on the list are not changed.',
    })
  }
}

/** Reads the import again until sources were asked for all that the library lacks. Throws `timeout`. */
async function waitForEnd({ client, out, deadline }: Context, started: ListImport): Promise<ListImport> {
  let latest = started
  let problem: string | undefined
  if (latest.looking_up > 0)
    out.note(`The library lacks ${latest.looking_up} of them. Asking ${latest.looking_up_at.join(' and ')}…`)
  while (latest.state === 'looking-up') {
    if (latest.problem !== problem && latest.problem !== undefined) out.warn(latest.problem)
    problem = latest.problem
    try {
      await sleep(READ_MS, undefined, deadline && { signal: deadline })
    } catch (cause) {
      throw new Failure(
        'timeout',
        'The time that --timeout allows is over. The server adds the papers when it finds them.',
        { cause, advice: 'See the list later: paperdawn list' },
      )
    }
    latest = await unwrap(client.users.me['reading-list'].imports({ id: pathPart(started.id) }).get())
  }
  return latest
}

function describe(result: ListImport): string {
  const { added, existing, repeated, missing, unreadable, left_out, feeds } = result
  return [
    `Added: ${added}`,
    ...(existing > 0 ? [`On the list already, not changed: ${existing}`] : []),
    ...(repeated > 0 ? [`Further entries of a paper named before: ${repeated}`] : []),
    ...missing.map(
      ({ title, reason, source = 'its source' }) => `Not found: ${cleanText(title)} (${reasons[reason](source)})`,
    ),
    ...unreadable.map(({ title, where, problem }) => cleanText(`Not read: ${where}, ${title}: ${problem}`)),
    ...(left_out > 0
      ? [`Left out: the last ${left_out}. One import reads ${IMPORT_PAPERS_MAX}; import them on their own.`]
      : []),
    ...(feeds.category_ids.length > 0 ? [`Categories of the feeds: ${feeds.category_ids.join(', ')}`] : []),
    ...(feeds.unusable.length > 0 ? [`Not feeds of categories: ${cleanText(feeds.unusable.join(' · '))}`] : []),
  ].join('\n')
}
