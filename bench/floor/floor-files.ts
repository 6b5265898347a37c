import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'

const folder = process.env.FLOOR_FOLDER ?? '.'
const algorithm = 'aes-256-gcm'

/** Hashes, encrypts and stores a file with its row and its entry. The body is the file itself, not a form. */
export async function receiveFile(
  pool: Pool,
  { body, account, ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [id, key, iv] = [randomUUID(), randomBytes(32), randomBytes(12)]
  const path = join(folder, id)
  const hash = createHash('sha256')
  const cipher = createCipheriv(algorithm, key, iv)
  const file = await open(path, 'wx', 0o600)
  let size = 0
  for await (const chunk of body as Readable) {
    hash.update(chunk)
    size += chunk.length
    await file.write(cipher.update(chunk))
  }
  await file.write(cipher.final())
  await file.sync()
  await file.close()
  await pool.query(
    `WITH made AS (INSERT INTO floor.document (id, path, size, sha256, key, iv, tag) VALUES ($1, $2, $3, $4, $5, $6, $7))
     INSERT INTO floor.audit (actor_id, owner_id, action, resource_type, resource_id, ip)
     VALUES ($8, $8, 'update', 'document', $1::text, $9)`,
    [id, path, size, hash.digest(), key, iv, cipher.getAuthTag(), account, ip],
  )
  return reply.send({ id })
}

export async function sendFile(
  pool: Pool,
  { params, account, ip }: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { rows } = await pool.query(
    `WITH seen AS (SELECT * FROM floor.document WHERE id = $1), entry AS (
       INSERT INTO floor.audit (actor_id, owner_id, action, resource_type, resource_id, ip)
       SELECT $2, $2, 'download', 'document', $1::text, $3 FROM seen) SELECT * FROM seen`,
    [params.id, account, ip],
  )
  const { path, size, key, iv, tag } = rows[0]
  const plain = createDecipheriv(algorithm, key, iv).setAuthTag(tag)
  createReadStream(path, { highWaterMark: 64 * 1024 }).pipe(plain)
  return reply.header('content-length', size).header('content-type', 'application/pdf').send(plain)
}
