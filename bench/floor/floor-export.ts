import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { writeXlsxStream } from 'hucre/xlsx'
import type pg from 'pg'

/** Exports the same rows as the product with the same library, from unencrypted tables (D63). */
export function exportAudit(pool: pg.Pool, reply: FastifyReply): FastifyReply {
  const columns = [
    '日時',
    'ユーザー',
    '権限',
    '操作',
    '対象',
    '対象名',
    '対象ID',
    'IPアドレス',
    '操作者ID',
    '詳細',
    '記録ID',
  ]
  const sheet = writeXlsxStream(rowsOf(pool), {
    name: '監査ログ',
    columns: columns.map((header) => ({ header, width: 20 })),
  })
  return reply.type('application/octet-stream').send(Readable.from(sheet))
}

interface Entry {
  readonly id: string
  readonly at: Date
  readonly [column: string]: unknown
}

const pageRows = 5000

async function* rowsOf(pool: pg.Pool): AsyncGenerator<string[]> {
  let page: Entry[] = []
  do {
    const { rows } = await pool.query<Entry>(
      `SELECT e.id, e.at, a.name, a.role, e.action, e.resource_type, p.last_name || ' ' || p.first_name AS resource_name,
         e.resource_id, e.ip, e.actor_id, e.details
       FROM (SELECT * FROM floor.audit WHERE id < $1 ORDER BY id DESC LIMIT ${pageRows}) e
       JOIN account a ON a.id = e.actor_id LEFT JOIN floor.performer p ON p.id = e.resource_id::uuid ORDER BY e.id DESC`,
      [page.at(-1)?.id ?? '9223372036854775807'],
    )
    page = rows
    for (const { id, at, details, ...texts } of page) {
      yield [at.toISOString(), ...Object.values(texts).map(String), JSON.stringify(details), String(id)]
    }
  } while (page.length === pageRows)
}
