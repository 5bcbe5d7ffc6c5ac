import { Option, type Command } from 'commander'
import type { Order, RankingReport } from '#api/contract/taste.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import type { Column } from '../terminal/table.ts'

const ORDERS = ['ranked', 'time', 'words', 'prior'] as const
type Week = RankingReport['by_week'][number]

const weeks: readonly Column<Week>[] = [
  { title: 'week from', value: ({ from }) => from },
  { title: 'won', value: ({ wins }) => wins, right: true },
  { title: 'lost', value: ({ losses }) => losses, right: true },
  { title: 'tied', value: ({ ties }) => ties, right: true },
]

const percent = (share: number) => `${Math.round(share * 100)} %`

export function addRanking(admin: Command, run: Runner): void {
  const ranking = admin
    .command('ranking')
    .description('Whether the order of the cards helps: two orders compared on lists that mix both.')
    .addOption(new Option('--a <order>', 'compare this order from now on').choices(ORDERS))
    .addOption(new Option('--b <order>', 'with this one').choices(ORDERS))
    .option('--share <share>', 'share of the lists that mix both, 0 to 0.5', Number)
    .action(
      run<{ a?: Order; b?: Order; share?: number }>(
        'the ranking could not be read',
        async ({ client, out }, { a, b, share }) => {
          const before = await unwrap(client.admin.ranking.get())
          const isChange = a !== undefined || b !== undefined || share !== undefined
          const { comparison } = before
          const report = isChange
            ? await unwrap(
                client.admin.ranking.put({
                  a: a ?? comparison.a,
                  b: b ?? comparison.b,
                  share: share ?? comparison.share,
                }),
              )
            : before
          out.data(report, () => [describe(report), out.table(weeks, report.by_week)].filter(Boolean).join('\n\n'))
        },
      ),
    )
  addExamples(ranking, ['paperdawn admin ranking', 'paperdawn admin ranking --a ranked --b words --share 0.2'])
}

function describe({ comparison, worth, readers }: RankingReport): string {
  const { a, b, share } = comparison
  const { lists, needed, win_rate, interval } = worth
  const result =
    win_rate === null || interval === null
      ? `Not enough to tell yet: ${lists} of ${needed} lists are decided.`
      : `“${a}” won ${percent(win_rate)} of ${lists} decided lists (95 % interval ${percent(interval[0])} to ${percent(interval[1])}).`
  return [
    `Orders compared: ${a} and ${b}, on ${percent(share)} of the lists.`,
    result,
    `Models: ${readers.trained} trained, ${readers.centroid} from few papers, ${readers.prior} without a positive action.`,
  ].join('\n')
}
