import { findCycles, importGraph, type Source, specifiersOf } from './imports.ts'
import { contractPackages, layerOf, testMayImport, verificationPackages } from './layers.ts'
import { readTexts } from './prose.ts'

const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'tools']
const maximumLines = 300
const entryPoints = ['server/src/main.ts', 'server/src/start/command.ts', 'server/src/demo/seed-process.ts']

/** Violations of the import rule, the size limits and the rule on reading the environment, one sentence each. */
export function findFaults(sources: readonly Source[]): string[] {
  const graph = importGraph(sources.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path)))
  return [
    ...[...graph].flatMap(([from, targets]) => targets.flatMap((to) => forbiddenImport(from, to) ?? [])),
    ...findCycles(graph).map((cycle) => `Import cycle: ${cycle.join(' → ')}`),
    ...sources.flatMap(foreignContractImports),
    ...sources.flatMap(tooLong),
    ...sources.flatMap(readsEnvironment),
  ]
}

/** The sources of this checkout, including uncommitted ones. */
export function readSources(): Source[] {
  return readTexts(folders).filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path))
}

function forbiddenImport(from: string, to: string): string | undefined {
  const [source, target] = [layerOf(from), layerOf(to)]
  if (!source || !target || source === target || source.mayImport.includes(target.name)) return undefined
  if (source.mayImportFiles?.includes(to)) return undefined
  if (isTest(from) && testMayImport.includes(target.name)) return undefined
  return `${from} must not import ${to}: ${source.name} may not import ${target.name}.`
}

function foreignContractImports({ path, text }: Source): string[] {
  if (!path.startsWith('contract/src/') || isTest(path)) return []
  const allowed = path.startsWith('contract/src/verification/')
    ? [...contractPackages, ...verificationPackages]
    : contractPackages
  const foreign = specifiersOf(text).filter((written) => !/^\.\.?\//.test(written))
  return foreign
    .filter((written) => !allowed.includes(written) && !written.startsWith('@kyc/contract/'))
    .map((written) => `${path} must not import ${written}: the contract imports ${allowed.join(', ')} only.`)
}

function tooLong({ path, text }: Source): string[] {
  const lines = text.split('\n').length - 1
  if (path.endsWith('.generated.ts')) return []
  return lines > maximumLines ? [`${path} has ${lines} lines; ${maximumLines} is the limit.`] : []
}

function readsEnvironment({ path, text }: Source): string[] {
  const reads = path.startsWith('server/src/') && !isTest(path) && /\bprocess\.env\b/.test(text)
  // This file sets and removes the environment variable of a library.
  const hidesVariable = 'server/src/platform/identity/emulator-variable.ts'
  const testing = ['global-setup', 'poppler', 'programs'].map((name) => `server/src/testing/app/${name}.ts`)
  const allowed = [...entryPoints, ...testing, hidesVariable].includes(path)
  return reads && !allowed ? [`${path} reads process.env: settings come from platform/config.ts.`] : []
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}
