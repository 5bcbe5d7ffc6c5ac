import { Argument, type Command } from 'commander'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export function addCompletion(program: Command, run: Runner): void {
  const command = program
    .command('completion')
    .description('Print what makes a shell complete the commands.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(
      run('the completion could not be printed', async ({ out }, _options, [shell = 'bash']) => {
        const script = scripts[shell as Shell](listWords(program, []))
        out.data({ shell, script }, () => script)
      }),
    )
  addExamples(command, ['source <(paperdawn completion bash)', 'paperdawn completion fish | source'])
}

/** What may follow each beginning of a command line: "admin jobs" -> its commands and options. */
interface Words {
  path: string
  commands: readonly string[]
  options: readonly string[]
}

const flagsOf = (command: Command) => command.options.flatMap(({ long }) => (long ? [long] : []))

function listWords(command: Command, path: readonly string[]): Words[] {
  const own: Words = {
    path: path.join(' '),
    commands: command.commands.map((each) => each.name()),
    options: ['--help', ...flagsOf(command), ...(command.parent ? flagsOf(rootOf(command)) : [])],
  }
  return [own, ...command.commands.flatMap((each) => listWords(each, [...path, each.name()]))]
}

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command)

const scripts: Record<Shell, (words: readonly Words[]) => string> = {
  bash: (words) => `${caseFunction(words)}
_paperdawn() {
  local path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  COMPREPLY=($(compgen -W "$(_paperdawn_words "$path")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _paperdawn paperdawn`,

  zsh: (words) => `#compdef paperdawn
${caseFunction(words)}
_paperdawn() {
  local path_words='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in -*) ;; *) path_words="\${path_words:+$path_words }$word" ;; esac
  done
  compadd -- \${=$(_paperdawn_words "$path_words")}
}
compdef _paperdawn paperdawn`,

  fish: (words) =>
    [
      'function __paperdawn_path',
      '  string join " " (commandline -opc)[2..] | string replace -ra -- "--\\S+ ?" "" | string trim',
      'end',
      'complete -c paperdawn -f',
      ...words.map(
        ({ path, commands, options }) =>
          `complete -c paperdawn -n 'test (__paperdawn_path) = "${path}"' -a '${[...commands, ...options].join(' ')}'`,
      ),
    ].join('\n'),
}

function caseFunction(words: readonly Words[]): string {
  const branches = words.map(
    ({ path, commands, options }) => `    '${path}') echo '${[...commands, ...options].join(' ')}' ;;`,
  )
  return ['_paperdawn_words() {', '  case $1 in', ...branches, '  esac', '}'].join('\n')
}
