import { Command, CommanderError, Option } from 'commander'
import { addAdmin } from './commands/admin.ts'
import { addAuth } from './commands/auth.ts'
import { addCategories } from './commands/categories.ts'
import { addCompletion } from './commands/completion.ts'
import { addInterests } from './commands/interests.ts'
import { addList } from './commands/list.ts'
import { addMcp } from './commands/mcp.ts'
import { addPapers } from './commands/papers.ts'
import { addPeople } from './commands/people.ts'
import { addQuestions } from './commands/questions.ts'
import { addSessions } from './commands/sessions.ts'
import { addConnections } from './commands/connections.ts'
import { addFeeds } from './commands/feeds.ts'
import { addTokens } from './commands/tokens.ts'
import { addVersion } from './commands/version.ts'
import { addZotero } from './commands/zotero.ts'
import { openContext, openOutput, type Globals, type Runner } from './client/context.ts'
import { addExamples } from './options/examples.ts'
import { EXIT, Failure, type ExitCode } from './terminal/failures.ts'
import { parseSeconds } from './options/values.ts'
import { ownVersion } from './terminal/version.ts'

const DEFAULT_SERVER = 'http://127.0.0.1:3000'
const HELP_WIDTH = 80

/** What the help says after the commands. */
export const AFTER_HELP = `
Exit codes:
  0 done, 1 failed, 2 wrong usage, 3 not found, 4 not signed in or not allowed,
  5 conflict or already running, 6 server not reachable, 7 partly done,
  124 timed out, 130 interrupted

Environment:
  PAPERDAWN_SERVER  address of the server
  PAPERDAWN_TOKEN   token to use instead of the one stored by "auth login";
                    a personal token is enough for commands in its scopes
  NO_COLOR, FORCE_COLOR, TERM=dumb  switch colours on or off`

/**
 * Runs one command line and returns its exit code. `argv` excludes the interpreter and the program. Prints a failure to
 * standard error; never throws.
 */
export async function runProgram(argv: readonly string[]): Promise<ExitCode> {
  let exit: ExitCode = EXIT.ok
  let errorHeadline = 'the command line could not be read'
  const run: Runner =
    (headline, act) =>
    async (...given) => {
      const command = given.at(-1) as Command
      errorHeadline = headline
      const options = command.optsWithGlobals()
      const context = await openContext(options as Globals)
      exit = (await act(context, options as Parameters<typeof act>[1], command.args)) ?? EXIT.ok
    }
  const program = createProgram(run)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exit
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
    const failure = asFailure(error)
    openOutput(readOutputOptions(argv)).fail(errorHeadline, failure)
    return failure.exit
  }
}

/** The commander program with every command. */
export function createProgram(run: Runner): Command {
  const program = new Command('paperdawn')
    .description('Paperdawn from the terminal: papers, your reading list, and the service as an admin.')
    .version(ownVersion, '--version', 'print the version of this program')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({ helpWidth: HELP_WIDTH, showGlobalOptions: true })
    .addOption(
      new Option('--server <address>', 'address of the server').env('PAPERDAWN_SERVER').default(DEFAULT_SERVER),
    )
    .option('--json', 'print one JSON value, errors too')
    .option('--quiet', 'print only data and errors')
    .option('--verbose', 'print the stack trace of an error')
    .option('--no-color', 'print without colours')
    .option('--no-input', 'never prompt')
    .option('--yes', 'answer yes to every question')
    .option('--timeout <seconds>', 'give up after this many seconds', parseSeconds)
    .addHelpText('after', AFTER_HELP)
  addExamples(program, [
    'paperdawn auth login',
    'paperdawn papers for-me',
    'paperdawn list add 2511.01234',
    'paperdawn follow 0028-0836',
    'paperdawn admin health',
    'paperdawn admin fetch-all --days-back 3',
    'paperdawn admin users --json',
  ])
  addAuth(program, run)
  addPapers(program, run)
  addList(program, run)
  addCategories(program, run)
  addQuestions(program, run)
  addPeople(program, run)
  addInterests(program, run)
  addSessions(program, run)
  addTokens(program, run)
  addConnections(program, run)
  addFeeds(program, run)
  addZotero(program, run)
  addMcp(program, run)
  addAdmin(program, run)
  addCompletion(program)
  addVersion(program, run)
  return program
}

/** Output options read straight from `argv`: after a parse error there are no parsed options. */
function readOutputOptions(argv: readonly string[]) {
  const has = (flag: string) => argv.includes(flag)
  return { json: has('--json'), quiet: has('--quiet'), verbose: has('--verbose'), color: !has('--no-color') }
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof CommanderError)
    return new Failure('usage', error.message.replace(/^error: /, '').replaceAll('\n', ' '), {
      advice: 'List the commands and options: --help',
    })
  return new Failure('unexpected', error instanceof Error ? error.message : String(error), { cause: error })
}
