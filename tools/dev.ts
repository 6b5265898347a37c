import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServer } from 'vite'

// `npm run dev`: the pages with hot reload at PORT (3000), the server behind them at the next port, started anew
// whenever its sources change. Ctrl-C stops both.

const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 3000)
/** What the server answers; the last three are the provider's emulator of demo mode. */
const served = [
  ...['/api', '/.well-known', '/dev'],
  ...['/emulator', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'],
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
    // Out of the terminal's group: Ctrl-C comes here, and the server is told once.
    detached: true,
  })
}

async function startPages(pagesPort: number, apiPort: number) {
  const target = `http://localhost:${apiPort}`
  // The server takes calls from its own pages only (D27); for it, these are its own.
  const own = { target, changeOrigin: true, headers: { origin: target } }
  const vite = await createServer({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    server: {
      port: pagesPort,
      strictPort: true,
      proxy: { ...Object.fromEntries(served.map((path) => [path, own])), '/ws': { ...own, ws: true } },
    },
  })
  return vite.listen()
}
