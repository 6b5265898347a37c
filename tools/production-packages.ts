import { join } from 'node:path'
import { type LockedPackage, readLock, root } from './setup/install.mjs'

/** The workspaces that production runs or, for the pages, was built from. */
export const productWorkspaces = ['contract', 'server', 'web'] as const

/** A package of production, on any platform. */
export interface ProductionPackage {
  readonly name: string
  readonly version: string
  /** The SPDX expression of its manifest; undefined if that has none. */
  readonly license: string | undefined
}

const lock = readLock(join(root, 'package-lock.json'))

/** Every package that an installation without development packages contains, direct and indirect. */
export function productionPackages(): ProductionPackage[] {
  return [...lock]
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license }]) => {
      return { name: path.replace(/^.*node_modules\//, ''), version, license }
    })
}

/** The packages that the manifests of the product name, without its own workspaces. */
export function directDependencies(): Map<string, readonly string[]> {
  const named = new Map<string, string[]>()
  for (const workspace of ['', ...productWorkspaces]) {
    const { dependencies = {} }: LockedPackage = lock.get(workspace) ?? {}
    for (const name of Object.keys(dependencies)) {
      if (!name.startsWith('@kyc/')) named.set(name, [...(named.get(name) ?? []), workspace])
    }
  }
  return named
}
