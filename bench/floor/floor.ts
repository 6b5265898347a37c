import { fastify } from 'fastify'
import pg from 'pg'
import { exportAudit } from './floor-export.ts'
import { receiveFile, sendFile } from './floor-files.ts'

// The minimal server for the same work: one token query, the statement, the response. It has no validation,
// access checks, limits or error handling, so the ratio to the product is the cost of those.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16, options: '-c role=kyc_app' })
const app = fastify()

app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
app.decorateRequest('account', '')
app.addHook('onRequest', async (request) => {
  const token = request.headers.authorization?.slice('Bearer '.length)
  const { rows } = await pool.query('SELECT account_id FROM floor.token WHERE token = $1', [token])
  request.account = rows[0].account_id
})

declare module 'fastify' {
  interface FastifyRequest {
    account: string
  }
}

const columns = `p.id, p.last_name AS "lastName", p.first_name AS "firstName", p.last_name_roman AS "lastNameRoman",
  p.first_name_roman AS "firstNameRoman", p.status, p.external_id, p.email, p.date_of_birth::text, p.nationality,
  p.id_kind AS "idKind", p.expires_on::text AS "expiresOn", p.version, p.created_at, p.updated_at AS "updatedAt",
  a.name AS "registeredBy"`
const one = `SELECT ${columns} FROM floor.performer p JOIN account a ON a.id = p.owner_id WHERE p.id = $1`

app.get<{ Params: { id: string } }>('/bare/:id', async ({ params }) => {
  return (await pool.query(one, [params.id])).rows[0]
})

app.get<{ Params: { id: string } }>('/performers/:id', async ({ params, account, ip }) => {
  const { rows } = await pool.query(
    `WITH seen AS (${one.replace(columns, `p.owner_id, ${columns}`)}), entry AS (
       INSERT INTO floor.audit (actor_id, owner_id, action, resource_type, resource_id, ip)
       SELECT $2, owner_id, 'read', 'performer', id, $3 FROM seen) SELECT * FROM seen`,
    [params.id, account, ip],
  )
  return rows[0]
})

const newest = 'ORDER BY p.created_at DESC, p.id DESC LIMIT 50'

app.get('/performers', async () => {
  const page = `SELECT * FROM floor.performer p ${newest}`
  return (
    await pool.query(`SELECT ${columns} FROM (${page}) p JOIN account a ON a.id = p.owner_id ${newest}`)
  ).rows
})

app.get<{ Querystring: { search: string } }>('/search', async ({ query }) => {
  const like = `%${query.search}%`
  const page = (found: string) => `SELECT ${columns} FROM (SELECT * FROM (${found}) p
    WHERE search_text LIKE $1 ${newest}) p JOIN account a ON a.id = p.owner_id ${newest}`
  const near = await pool.query(page(`SELECT * FROM floor.performer p ${newest.replace('50', '5000')}`), [
    like,
  ])
  if (near.rows.length === 50) return near.rows
  const all = `WITH hit AS MATERIALIZED (SELECT * FROM floor.performer WHERE search_grams @> $2) SELECT * FROM hit p`
  return (await pool.query(page(all), [like, gramsOf([query.search], false)])).rows
})

interface NewPerformer {
  readonly id: string
  readonly names: readonly [string, string, string, string]
}

app.post<{ Body: NewPerformer }>('/performers', async ({ body, account, ip }, reply) => {
  const [last, first, lastRoman, firstRoman] = body.names
  const lines = [last + first, first + last, lastRoman + firstRoman, firstRoman + lastRoman].map((line) =>
    line.toLowerCase(),
  )
  const { rows } = await pool.query(
    `WITH made AS (INSERT INTO floor.performer (id, owner_id, last_name, first_name, last_name_roman,
         first_name_roman, search_text, search_grams, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), now()) RETURNING *), entry AS (
       INSERT INTO floor.audit (actor_id, owner_id, action, resource_type, resource_id, ip, details)
       SELECT $2, owner_id, 'create', 'performer', id, $9, $10 FROM made)
     SELECT ${columns} FROM made p JOIN account a ON a.id = p.owner_id`,
    [body.id, account, ...body.names, lines.join('\n'), gramsOf(lines, true), ip, JSON.stringify(body)],
  )
  return reply.code(201).send(rows[0])
})

app.get('/export', (_request, reply) => exportAudit(pool, reply))

app.put('/files', (request, reply) => receiveFile(pool, request, reply))
app.get<{ Params: { id: string } }>('/files/:id', (request, reply) => sendFile(pool, request, reply))

function gramsOf(lines: readonly string[], withCharacters: boolean): string[] {
  const grams = lines.flatMap((line) => {
    const characters = [...line]
    const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
    return withCharacters || pairs.length === 0 ? [...characters, ...pairs] : pairs
  })
  return [...new Set(grams)]
}

process.once('SIGTERM', () => process.exit())
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Listening on http://localhost:${new URL(address).port}\n`)
