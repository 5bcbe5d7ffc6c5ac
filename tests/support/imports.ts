import { posix } from 'node:path'
import { Glob } from 'bun'

/** One import of a source file. */
export interface Import {
  /** Path from the root for a project file, else the name of the package. */
  target: string
  /** Whether `target` is a project file. */
  isProjectFile: boolean
  /** The import is removed by the compiler. */
  typeOnly: boolean
}

const ROOTS = ['api', 'web', 'cli', 'stories', 'tests']

/** The imports of every source file of the project, type-only ones included, by path from the root. */
export async function readImports(): Promise<Map<string, Import[]>> {
  const globs = ROOTS.map((root) => Array.fromAsync(new Glob(`${root}/**/*.{ts,tsx}`).scan('.')))
  const files = (await Promise.all(globs)).flat().toSorted()
  return new Map(await Promise.all(files.map(async (file) => [file, await importsOf(file)] as const)))
}

async function importsOf(file: string): Promise<Import[]> {
  // The scanner rejects a shebang line.
  const source = (await Bun.file(file).text()).replace(/^#!.*/, '')
  const scanner = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' })
  const values = new Set(scanner.scanImports(source).map(({ path }) => path))
  const all = new Set([...values, ...findSpecifiers(source)])
  return [...all].map((path) => ({ ...resolve(file, path), typeOnly: !values.has(path) }))
}

/** Specifiers of `import … from` and `export … from`, which include the type-only ones that the scanner omits. */
const findSpecifiers = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export)\s[^'"`;]*?from\s+'([^']+)'/gm)].flatMap(([, path]) => path ?? [])

function resolve(file: string, path: string): { target: string; isProjectFile: boolean } {
  if (path.startsWith('#')) return { target: path.slice(1), isProjectFile: true }
  if (path.startsWith('.')) return { target: posix.join(posix.dirname(file), path), isProjectFile: true }
  const name = path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')
  return { target: name, isProjectFile: false }
}

/**
 * Groups of nodes that can reach each other (strongly connected components with more than one node).
 * R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), 146-160.
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
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
