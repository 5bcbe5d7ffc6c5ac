import { posix } from 'node:path'
import { Glob } from 'bun'

/** One import of a file: a project file as a path from the root, or the name of a package. */
export interface Import {
  target: string
  ours: boolean
  /** The import vanishes when the file is compiled. */
  typeOnly: boolean
}

const ROOTS = ['api', 'web', 'cli', 'stories', 'tests']

/** Every import of every source file of the project, type-only imports included, by path from the root. */
export async function readImports(): Promise<Map<string, Import[]>> {
  const globs = ROOTS.map((root) => Array.fromAsync(new Glob(`${root}/**/*.{ts,tsx}`).scan('.')))
  const files = (await Promise.all(globs)).flat().toSorted()
  return new Map(await Promise.all(files.map(async (file) => [file, await importsOf(file)] as const)))
}

async function importsOf(file: string): Promise<Import[]> {
  // A first line that names the interpreter is not TypeScript to the scanner.
  const source = (await Bun.file(file).text()).replace(/^#!.*/, '')
  const scanner = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' })
  const values = new Set(scanner.scanImports(source).map(({ path }) => path))
  const all = new Set([...values, ...findSpecifiers(source)])
  return [...all].map((path) => ({ ...resolve(file, path), typeOnly: !values.has(path) }))
}

/** What `import … from` and `export … from` name; the scanner leaves out those of types only. */
const findSpecifiers = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export)\s[^'"`;]*?from\s+'([^']+)'/gm)].flatMap(([, path]) => path ?? [])

function resolve(file: string, path: string): { target: string; ours: boolean } {
  if (path.startsWith('#')) return { target: path.slice(1), ours: true }
  if (path.startsWith('.')) return { target: posix.join(posix.dirname(file), path), ours: true }
  const name = path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')
  return { target: name, ours: false }
}

/**
 * Groups of nodes that reach each other (strongly connected components of more than one node).
 * R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), 146-160.
 */
export function findCircles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  function visit(node: string): void {
    order.set(node, order.size)
    lowest.set(node, order.size - 1)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      else if (!stack.includes(next)) continue
      lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(node) !== order.get(node)) return
    const members = stack.splice(stack.indexOf(node))
    if (members.length > 1) circles.push(members.toSorted())
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return circles
}
