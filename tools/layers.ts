/** The import rule of ARCHITECTURE.md as data: a file may import its own layer and those named here. */

const serverFeatures = [
  'access',
  'audit',
  'mails',
  'accounts',
  'records',
  'documents',
  'performers',
  'performer-links',
  'review',
  'videos',
  'organisations',
  'reliances',
  'takedowns',
  'partners',
  'subjects',
  'signings',
  'packs',
  'shares',
  'campaigns',
  'dashboard',
  'inquiries',
  'analytics',
  'live',
  'monitoring',
]

const webFeatures = [
  'policies',
  'developers',
  'inquiries',
  'sign-in',
  'account',
  'organisations',
  'documents',
  'review',
  'subjects',
  'performer-links',
  'signings',
  'packs',
  'campaigns',
  'reliances',
  'performers',
  'audit',
  'takedowns',
  'shares',
  'videos',
  'partners',
  'users',
  'dashboard',
]

interface Layer {
  readonly name: string
  /** The folder or file, relative to the root of the checkout. */
  readonly path: string
  readonly mayImport: readonly string[]
  /** Individual files of other layers. */
  readonly mayImportFiles?: readonly string[]
}

const server = [
  'contract',
  'contract/verification',
  'server/platform',
  ...serverFeatures.map((name) => `server/features/${name}`),
]
const webBase = ['contract', 'contract/verification', 'web/paths', 'web/ui', 'web/api', 'web/session']

export const layers: readonly Layer[] = [
  { name: 'contract', path: 'contract/src', mayImport: [] },
  // A layer of its own, since its libraries are large: only the page that verifies a contract loads them.
  { name: 'contract/verification', path: 'contract/src/verification', mayImport: ['contract'] },

  { name: 'server/platform', path: 'server/src/platform', mayImport: ['contract'] },
  ...features('server', serverFeatures, ['contract', 'contract/verification', 'server/platform']),
  { name: 'server/operations', path: 'server/src/operations', mayImport: [...server, 'server'] },
  {
    name: 'server/commands',
    path: 'server/src/commands',
    mayImport: [...server, 'server', 'server/operations'],
  },
  { name: 'server/demo', path: 'server/src/demo', mayImport: [...server, 'server'] },
  {
    name: 'server/testing',
    path: 'server/src/testing',
    mayImport: [...server, 'server/operations', 'server/demo', 'server'],
  },
  { name: 'server', path: 'server/src', mayImport: [...server, 'server/demo'] },

  {
    name: 'web/ui',
    path: 'web/src/ui',
    mayImport: [],
    mayImportFiles: [
      'contract/src/dates.ts',
      'contract/src/durations.ts',
      'contract/src/limits.ts',
      'web/src/api/api-error.ts',
      'web/src/api/failed-query.ts',
      'web/src/api/failure-text.ts',
    ],
  },
  {
    name: 'web/paths',
    path: 'web/src/paths.ts',
    mayImport: ['contract'],
    // Only types are imported from this file.
    mayImportFiles: ['web/src/search.ts'],
  },
  { name: 'web/api', path: 'web/src/api', mayImport: ['contract'] },
  { name: 'web/session', path: 'web/src/session', mayImport: ['contract', 'web/paths', 'web/ui', 'web/api'] },
  ...features('web', webFeatures, webBase),
  { name: 'web/shell', path: 'web/src/shell', mayImport: webBase },
  {
    name: 'web',
    path: 'web/src',
    mayImport: [...webBase, 'web/shell', ...webFeatures.map((name) => `web/features/${name}`)],
  },

  { name: 'web/testing', path: 'web/src/testing', mayImport: [...webBase, 'web'] },

  {
    name: 'tools',
    path: 'tools',
    // The policies are permitted because a test compares their texts with docs/promises.md.
    mayImport: [...server, 'server', 'server/demo', 'web/features/policies'],
  },
  { name: 'e2e', path: 'e2e', mayImport: [...server, 'server', 'server/demo', 'server/testing', 'tools'] },
  {
    name: 'bench',
    path: 'bench',
    mayImport: [...server, 'server', 'server/demo', 'server/testing', 'tools'],
  },
]

/** Layers that the tests of every layer may import. */
export const testMayImport = ['server/testing', 'server/demo', 'server', 'server/operations', 'web/testing']

/** The packages that the contract may import, and those of its verification. */
export const contractPackages = ['zod']
export const verificationPackages = ['@cantoo/pdf-lib', 'asn1js', 'canonicalize', 'pkijs']

/** The layer with the longest matching path; undefined for files of no layer, such as vite.config.ts. */
export function layerOf(file: string): Layer | undefined {
  return layers
    .filter((layer) => file === layer.path || file.startsWith(`${layer.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

function features(side: 'server' | 'web', names: readonly string[], base: readonly string[]): Layer[] {
  return names.map((name, index) => ({
    name: `${side}/features/${name}`,
    path: `${side}/src/features/${name}`,
    mayImport: [...base, ...names.slice(0, index).map((above) => `${side}/features/${above}`)],
  }))
}
