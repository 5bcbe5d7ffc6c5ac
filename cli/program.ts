import { Command, CommanderError, Option } from 'commander'
import { addAdmin } from './commands/admin.ts'
import { addAuth } from './commands/auth.ts'
import { addCompletion } from './commands/completion.ts'
import { addVersion } from './commands/version.ts'
import { openContext, openOutput, type Globals, type Runner } from './client/context.ts'
import { addExamples } from './options/examples.ts'
import { EXIT, Failure, type ExitCode } from './terminal/failures.ts'
import { parseSeconds } from './options/values.ts'
import { ownVersion } from './terminal/version.ts'

const DEFAULT_SERVER = 'http://127.0.0.1:3000'
const HELP_WIDTH = 80

const AFTER_HELP = `
Exit codes:
  0 done, 1 failed, 2 wrong usage, 3 not found, 4 not signed in or not allowed,
  5 conflict or already running, 6 server not reachable, 7 partly done,
  124 out of time, 130 interrupted

Environment:
  PAPERDAWN_SERVER  address of the server
  PAPERDAWN_TOKEN   token to use instead of the one kept by "auth login"
  NO_COLOR, FORCE_COLOR, TERM=dumb  colours, as usual`

/** Runs one command line, without the names of the interpreter and the program. Never throws. */
export async function runProgram(argv: readonly string[]): Promise<ExitCode> {
  let exit: ExitCode = EXIT.ok
  let doing = 'this command could not be read'
  const run: Runner =
    (what, act) =>
    async (...given) => {
      const command = given.at(-1) as Command
      doing = what
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
    const failure = toOwn(error)
    openOutput(readOutputOptions(argv)).fail(doing, failure)
    return failure.exit
  }
}

/** The whole tree of commands. */
export function createProgram(run: Runner): Command {
  const program = new Command('paperdawn')
    .description('Paperdawn from the terminal: sign in, and run the service as an admin.')
    .version(ownVersion, '--version', 'print the version of this program')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({ helpWidth: HELP_WIDTH, showGlobalOptions: true })
    .addOption(
      new Option('--server <address>', 'address of the server').env('PAPERDAWN_SERVER').default(DEFAULT_SERVER),
    )
    .option('--json', 'print one JSON value, errors too')
    .option('--quiet', 'say nothing but data and errors')
    .option('--verbose', 'show where an error came from')
    .option('--no-color', 'print without colours')
    .option('--no-input', 'never ask')
    .option('--yes', 'answer yes to what would be asked')
    .option('--timeout <seconds>', 'give up after so long', parseSeconds)
    .addHelpText('after', AFTER_HELP)
  addExamples(program, [
    'paperdawn auth login',
    'paperdawn admin health',
    'paperdawn admin fetch-all --days-back 3',
    'paperdawn admin users --json',
  ])
  addAuth(program, run)
  addAdmin(program, run)
  addCompletion(program)
  addVersion(program, run)
  return program
}

/** What went wrong in the command line itself has no options yet that could be trusted. */
function readOutputOptions(argv: readonly string[]) {
  const has = (flag: string) => argv.includes(flag)
  return { json: has('--json'), quiet: has('--quiet'), verbose: has('--verbose'), color: !has('--no-color') }
}

function toOwn(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof CommanderError)
    return new Failure('usage', error.message.replace(/^error: /, '').replaceAll('\n', ' '), {
      advice: 'See what there is with --help.',
    })
  return new Failure('unexpected', error instanceof Error ? error.message : String(error), { cause: error })
}
