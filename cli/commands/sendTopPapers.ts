import type { Command } from 'commander'
import { TOP_PAPERS_DEFAULT, TOP_PAPERS_MAX } from '#api/contract/limits.ts'
import { unwrap, type Client } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { Failure } from '../terminal/failures.ts'
import { runJob } from '../client/jobs.ts'
import { parseWhole } from '../options/values.ts'

export function addSendTopPapers(admin: Command, run: Runner): void {
  const command = admin
    .command('send-top-papers')
    .description("Mail a reader's top papers now.")
    .argument('<reader>', 'id or e-mail address')
    .option('--limit <count>', 'how many papers', parseWhole(1, TOP_PAPERS_MAX), TOP_PAPERS_DEFAULT)
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ limit: number; detach?: boolean }>(
        'the mail could not be sent',
        async (context, { limit, detach }, [reader = '']) => {
          const { client } = context
          const userId = reader.includes('@') ? await findUserId(client, reader) : reader
          const job = await unwrap(client.admin['send-top-papers'].post({ user_id: userId, limit })).catch(adviseSetup)
          return runJob(context, job, { detach })
        },
      ),
    )
  addExamples(command, [
    'paperdawn admin send-top-papers ada@example.org',
    'paperdawn admin send-top-papers u-1 --limit 10',
  ])
}

async function findUserId(client: Client, email: string): Promise<string> {
  const { items } = await unwrap(client.admin.users.get({ query: { q: email } }))
  const user = items.find((each) => each.email.toLowerCase() === email.toLowerCase())
  if (user) return user.id
  throw new Failure('not-found', `There is no reader ${email}.`, { advice: 'See who there is: paperdawn admin users' })
}

/** Here `conflict` means that mail is not set up or paused, or that this reader cannot be mailed at the moment. */
function adviseSetup(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'conflict') throw error
  throw new Failure('conflict', error.message, {
    advice: 'Check the mail settings and the outbox: paperdawn admin email get, paperdawn admin outbox',
    requestId: error.requestId,
    cause: error,
  })
}
