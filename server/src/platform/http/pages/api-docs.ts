import { createHash } from 'node:crypto'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { problems } from '@kyc/contract/problems.ts'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../text/escape-html.ts'
import { openApi } from './open-api.ts'

const style = `
body { font: 15px/1.6 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #1f2937 }
h2 { margin-top: 2.5rem } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #d1d5db }
details { border: 1px solid #d1d5db; border-radius: .4rem; margin: .5rem 0; padding: .5rem .8rem }
summary { cursor: pointer } code { font-family: ui-monospace, monospace }
pre { overflow: auto; background: #f3f4f6; padding: .8rem; border-radius: .4rem }
`

/** Serves /api/docs, a page without scripts or external resources, and its source /api/openapi.json. */
export function registerApiDocs(app: FastifyInstance, endpoints: readonly Endpoint[], publicUrl: URL): void {
  const config = { policy: 'public' } as const
  // Described at the first request: few processes serve it, and it takes 40 ms.
  let texts: { readonly json: string; readonly page: string } | undefined
  const describe = () => {
    const description = openApi(endpoints, publicUrl.origin)
    return { json: JSON.stringify(description), page: docsPage(endpoints, description) }
  }
  const textsOnce = () => {
    texts ??= describe()
    return texts
  }
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  app.get('/api/openapi.json', { config }, (_, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(textsOnce().json),
  )
  app.get('/api/docs', { config }, (_, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('content-type', 'text/html; charset=utf-8')
      .send(textsOnce().page),
  )
}

function docsPage(endpoints: readonly Endpoint[], description: Record<string, unknown>): string {
  const paths = description.paths as Record<string, Record<string, unknown>> // as openApi returns it
  const calls = endpoints.map((endpoint) => {
    const operation = paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    return `<details id="${escapeHtml(endpoint.name)}"><summary><code><b>${endpoint.method}</b> /api${escapeHtml(endpoint.path)}</code>
      — ${escapeHtml(endpoint.summary)} (${endpoint.who})</summary><pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details>`
  })
  const codes = Object.entries(problems).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(title)}</td></tr>`,
  )
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>本人確認管理システム API</h1>
<p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1)</p>
<h2>Calls</h2>${calls.join('\n')}
<h2>Problems</h2><table><tr><th>Status</th><th>Code</th><th>Title</th></tr>${codes.join('\n')}</table>
</body></html>`
}
