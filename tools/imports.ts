import { posix } from 'node:path'

export interface Source {
  /** Relative to the root of the checkout, with slashes. */
  readonly path: string
  readonly text: string
}

const specifier =
  /\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1|new URL\(\s*(['"])([^'"\n]+)\3,\s*import\.meta\.url/g

/** The import specifiers of a file: static, dynamic, types only, or the URL of a worker. */
export function specifiersOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(specifier)].flatMap((match) => match[2] ?? match[4] ?? [])
}

/** The source file that a specifier resolves to; undefined for packages and files that are not sources. */
function resolveImport(from: string, written: string, known: ReadonlySet<string>): string | undefined {
  const clean = written.replace(/\?.*$/, '')
  const workspace = /^@kyc\/(contract|server)\/(.+)$/.exec(clean)
  if (!workspace && !clean.startsWith('.')) return undefined
  const path = workspace ? `${workspace[1]}/src/${workspace[2]}` : posix.join(posix.dirname(from), clean)
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate))
}

/** The imported files of each file. */
export function importGraph(sources: readonly Source[]): Map<string, string[]> {
  const known = new Set(sources.map((source) => source.path))
  return new Map(
    sources.map(({ path, text }) => [
      path,
      specifiersOf(text).flatMap((written) => resolveImport(path, written, known) ?? []),
    ]),
  )
}

/** Import cycles, each as the list of its files. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const follow = (file: string, trail: string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) cycles.push([...trail.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const next of graph.get(file) ?? []) follow(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) follow(file, [])
  return cycles
}
