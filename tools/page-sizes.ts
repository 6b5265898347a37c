import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** What each first page loads, and the files of the build. */
export interface Sizes {
  readonly pages: readonly PageSize[]
  readonly chunks: readonly { readonly name: string; readonly bytes: number; readonly ofRoute: boolean }[]
}

export interface PageSize {
  readonly path: string
  /** Scripts and style sheets of the first load. */
  readonly requests: number
  readonly kibibytes: number
}

const main = 'web/src/main.tsx'
const publicPage = [main, 'web/src/shell/PublicFrame.tsx']
const readingPage = [main, 'web/src/ReadingPages.tsx']
const signedIn = [main, 'web/src/SignedInShell.tsx', 'web/src/signed-in-pages.ts']

/** The modules that each page loads at first, in the order of `web/src/routes.tsx`. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/login': [...publicPage, 'web/src/features/sign-in/LoginPage.tsx'],
  '/invite': [...publicPage, 'web/src/features/sign-in/InvitePage.tsx'],
  '/kyc/register': [...publicPage, 'web/src/features/partners/kyc/KycRegisterPage.tsx'],
  '/p': [main, 'web/src/ReadingPages.tsx', 'web/src/features/performer-links/SubmissionPage.tsx'],
  '/terms': [...readingPage, 'web/src/features/policies/TermsPage.tsx'],
  '/contact': [...readingPage, 'web/src/features/inquiries/ContactPage.tsx'],
  '/': [...signedIn, 'web/src/features/dashboard/DashboardPage.tsx'],
  '/performers': [...signedIn, 'web/src/features/performers/PerformerListPage.tsx'],
  '/performers/add': [...signedIn, 'web/src/features/videos/RegistrationRoute.tsx'],
  '/review': [...signedIn, 'web/src/features/review/desk/ReviewPage.tsx'],
  '/performers/$id': [...signedIn, 'web/src/features/performers/PerformerPage.tsx'],
  '/videos': [...signedIn, 'web/src/features/videos/VideoListPage.tsx'],
  '/videos/$id': [...signedIn, 'web/src/features/videos/VideoPage.tsx'],
  '/videos/$id/performers/add': [...signedIn, 'web/src/features/videos/AddPerformersPage.tsx'],
  '/audit-logs': [...signedIn, 'web/src/features/audit/AuditLogPage.tsx'],
  '/users': [...signedIn, 'web/src/features/users/UsersPage.tsx'],
  '/partners': [...signedIn, 'web/src/features/partners/PartnersPage.tsx'],
  '/partners/$id': [...signedIn, 'web/src/features/partners/PartnerPage.tsx'],
  '/account': [...signedIn, 'web/src/features/account/AccountPage.tsx'],
  '/inquiries': [...signedIn, 'web/src/features/inquiries/InquiriesPage.tsx'],
  '/subject-requests': [...signedIn, 'web/src/features/subjects/SubjectRequestsPage.tsx'],
}

/** Pages are named so; every other module that is loaded on demand is joined with others. */
const pageFiles = /Page\.tsx$/

const root = join(import.meta.dirname, '..')

/** Limits of a first page: requests, KiB of the login page, KiB of the registration form beyond it. */
const limits = { requests: 30, login: 210, registration: 60, chunk: 4096 } as const

/** Contains helpers of the bundler, which every other file imports; Rolldown always emits it on its own. */
const runtime = /\/rolldown-runtime-[\w-]+\.js$/

/** One sentence for each limit that is exceeded. */
export function findSizeFaults({ pages, chunks }: Sizes): string[] {
  const login = sizeOf(pages, '/login')
  const form = sizeOf(pages, '/performers/add')
  return [
    ...pages
      .filter(({ requests }) => requests > limits.requests)
      .map(({ path, requests }) => `${path} loads ${requests} files, more than ${limits.requests}.`),
    ...(login > limits.login ? [`/login loads ${login} KiB, more than ${limits.login}.`] : []),
    ...(form > login + limits.registration
      ? [`/performers/add loads ${form} KiB, more than ${limits.registration} beyond /login (${login}).`]
      : []),
    ...chunks
      .filter(({ name, bytes, ofRoute }) => bytes < limits.chunk && !ofRoute && !runtime.test(name))
      .map(({ name, bytes }) => `${name} has ${bytes} bytes: join it in web/code-groups.ts.`),
  ]
}

/** The largest values, for one line of the report. */
export function summarize({ pages }: Sizes): string {
  const requests = Math.max(...pages.map((page) => page.requests))
  const form = sizeOf(pages, '/performers/add')
  return `/login ${sizeOf(pages, '/login')} KiB, /performers/add ${form} KiB, at most ${requests} files`
}

function sizeOf(pages: Sizes['pages'], path: string): number {
  return pages.find((page) => page.path === path)?.kibibytes ?? 0
}

/** Builds the pages without writing them and measures them as gzip sends them. */
export async function measurePages(): Promise<Sizes> {
  const result = (await build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput // one output and no watcher
  return measure(result.output)
}

function measure(output: Rolldown.RolldownOutput['output']): Sizes {
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const contents = new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
  const sizes = new Map<string, number>()
  const compressed = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(contents.get(file) ?? '', { level: 9 }).length
    sizes.set(file, size)
    return size
  }
  return {
    pages: Object.entries(pages).map(([path, modules]) => {
      const files = filesOf([...chunks.values()], modules)
      const bytes = files.reduce((sum, file) => sum + compressed(file), 0)
      return { path, requests: files.length, kibibytes: Math.round(bytes / 102.4) / 10 }
    }),
    chunks: [...chunks.values()].map(({ fileName, code, facadeModuleId }) => ({
      name: fileName,
      bytes: code.length,
      ofRoute: pageFiles.test(facadeModuleId ?? ''),
    })),
  }
}

/** The scripts and style sheets that the modules import, each once. Throws for a module that is not built. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)))
    if (!chunk) throw new Error(`the build has no ${module}`)
    add(chunk)
  }
  const files = [...found].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])
  return [...new Set(files)]
}
