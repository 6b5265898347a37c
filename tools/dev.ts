import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServer } from 'vite'

// `npm run dev`: serves the pages with hot reload on PORT (3000) and the server on the next port, restarted
// when its sources change. Ctrl-C stops both.

const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 3000)
/** Paths that are proxied to the server; the last three belong to the provider's emulator of demo mode. */
const serverPaths = [
  '/api',
  '/.well-known',
  '/dev',
  '/emulator',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
]

const server = startWatchedServer(port + 1)
const pages = await startPages(port, port + 1)
pages.printUrls()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
server.once('exit', stop)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined
  server.kill('SIGTERM')
  await Promise.all([pages.close(), ended])
  process.exit(0)
}

function startWatchedServer(apiPort: number) {
  const watched = ['server/src', 'server/migrations', 'contract/src'].map((path) => `--watch-path=${path}`)
  return spawn(process.execPath, [...watched, '--watch-preserve-output', 'server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(apiPort) },
    stdio: 'inherit',
    // A separate process group: Ctrl-C signals only this process, which stops the server once.
    detached: true,
  })
}

async function startPages(pagesPort: number, apiPort: number) {
  const target = `http://localhost:${apiPort}`
  // The server accepts calls only from its own origin (D27), so the proxy sets that origin.
  const proxy = { target, changeOrigin: true, headers: { origin: target } }
  const vite = await createServer({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    server: {
      port: pagesPort,
      strictPort: true,
      proxy: {
        ...Object.fromEntries(serverPaths.map((path) => [path, proxy])),
        '/ws': { ...proxy, ws: true },
      },
    },
  })
  return vite.listen()
}
