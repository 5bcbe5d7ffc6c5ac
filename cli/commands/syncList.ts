import type { Command } from 'commander'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { addFilter, toFilter, type FilterOptions } from '../options/readingFilter.ts'
import { EXIT } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import type { VaultReport } from '../vault/syncVault.ts'

/** Adds the command that keeps a folder of Markdown files and the reading list equal. */
export function addSync(list: Command, run: Runner): void {
  const command = addFilter(
    list
      .command('sync')
      .description(
        'Keep a Markdown file for each paper in a folder, as for Obsidian or Logseq, and bring back edited notes.',
      )
      .argument('<folder>', 'the folder; made if it is not there'),
  ).action(
    run<FilterOptions>('the folder was not synchronised', async (context, options, [folder = '']) => {
      // YAML, ZIP and the merge of notes take time to load.
      const { newReport, syncVault } = await import('../vault/syncVault.ts')
      const report = newReport()
      try {
        await syncVault(context, { folder, filter: toFilter(options), report })
      } catch (error) {
        if (report.papers > 0) context.out.data(report, () => describe(report))
        throw error
      }
      context.out.data(report, () => describe(report))
      for (const problem of report.problems) context.out.warn(problem)
      return report.problems.length > 0 ? EXIT.partial : EXIT.ok
    }),
  )
  addExamples(command, ['paperdawn list sync ~/notes/papers', 'paperdawn list sync ~/notes/thesis --tag thesis'])
}

const count = (number: number, one: string, many: string) =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]

function describe({ papers, created, changed, sent, conflicts, unlisted, problems }: VaultReport): string {
  const facts = [
    ...count(created.length, 'new file', 'new files'),
    ...count(changed.length, 'changed file', 'changed files'),
    ...count(sent.length, 'note sent', 'notes sent'),
    ...count(problems.length, 'paper left out', 'papers left out'),
  ]
  const head = `${papers === 1 ? '1 paper' : `${papers} papers`}: ${facts.join(', ') || 'no change'}.`
  return [
    head,
    ...conflicts.map((path) => `Both notes are in ${path}: the same place was edited here and in Paperdawn.`),
    ...unlisted.map((path) => `Left as it is, since its paper is not on the list: ${path}`),
  ]
    .map(cleanText)
    .join('\n')
}
