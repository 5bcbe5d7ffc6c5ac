import { settings } from './settingList.ts'

/** Variables of the terminal program, which may be set in the same shell. */
const TERMINAL = ['PAPERDAWN_SERVER', 'PAPERDAWN_TOKEN']
/** No other program has variables with these beginnings. */
const OWN = /^(PAPERDAWN|ARXIV|CROSSREF)_/

/**
 * Sentences about settings that are allowed but probably not meant: a name that no setting has, and a process that looks
 * like production and is not, because NODE_ENV is absent.
 */
export function warningsOf(env: Record<string, string | undefined>): string[] {
  const known = new Set([...settings.map(({ name }) => name), ...TERMINAL])
  const unknown = Object.keys(env).filter((name) => OWN.test(name) && !known.has(name))
  const looksLikeProduction = ['MONGODB_URI', 'FIREBASE_PROJECT_ID'].every((name) => env[name])
  return [
    ...unknown.toSorted().map((name) => `${name} is not a setting and has no effect.${suggestion(name, [...known])}`),
    ...(looksLikeProduction && !env['NODE_ENV']
      ? [
          'NODE_ENV is not set, so this process runs in development mode: the checks of production are off, and mail ' +
            'may go to private networks. Set NODE_ENV=production.',
        ]
      : []),
  ]
}

function suggestion(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, steps: distance(name, candidate) }))
    .toSorted((one, other) => one.steps - other.steps)
  return nearest === undefined || nearest.steps > name.length / 4 ? '' : ` Did you mean ${nearest.candidate}?`
}

/** Levenshtein distance: insertions, deletions and replacements of letters that turn `from` into `to`. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= to.length; at++)
      next.push(Math.min(row[at]! + 1, next[at - 1]! + 1, row[at - 1]! + (letter === to[at - 1] ? 0 : 1)))
    row = next
  }
  return row[to.length]!
}
