import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onDatabase } from '../setup/database.ts'
import { card, openPerformer, viewer } from '../setup/performer-page.ts'
import { testedDataDir } from '../setup/product.ts'
import { registerPerformer, reject } from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'

// D57: a damaged entry or file is shown as unreadable, and the rest of the page works.

/** Changes one byte of the newest rejection of a performer, and returns the id of the entry. */
function damageRejection(performerId: string): Promise<string | undefined> {
  return onDatabase((db) =>
    db.transaction().execute(async (tx) => {
      // Runs as the owner of the tables, since the server's role cannot change entries.
      await sql`SET LOCAL ROLE NONE`.execute(tx)
      const { rows } = await sql<{ id: string }>`
        UPDATE audit_pii SET details_enc = set_byte(details_enc, 30, get_byte(details_enc, 30) # 1)
        WHERE event_id = (SELECT id FROM audit_event WHERE subject = ${performerId}::uuid AND action = 'reject')
        RETURNING event_id AS id`.execute(tx)
      return rows[0]?.id
    }),
  )
}

async function damageFile(key: string): Promise<void> {
  const path = join(testedDataDir(), 'files', key.slice(0, 2), key)
  const bytes = await readFile(path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20)
  await writeFile(path, bytes)
}

test('a damaged entry is marked in the log, the recent activity and the history', { tag: '@long' }, async ({
  pageOf,
}) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await reject(admin, performer.id, 'idFront', { codes: ['glare'], message: '撮り直してください。' })
  const words = `内容を読み取れません（記録ID：${await damageRejection(performer.id)}）`

  await admin.goto(`/audit-logs?resourceId=${performer.id}`)
  const row = admin.getByRole('row').filter({ hasText: words })
  await expect(row).toHaveCount(1)
  await expect(admin.getByRole('row').filter({ hasText: '作成' })).not.toHaveCount(0)
  await row.getByRole('button', { name: '詳細' }).click()
  await expect(admin.getByRole('dialog')).toContainText(`${words}。データが破損しています。`)

  await admin.goto('/dashboard')
  await expect(admin.getByRole('listitem').filter({ hasText: words })).toBeVisible()
  await openPerformer(admin, performer)
  await expect(admin.getByRole('region', { name: '履歴' })).toContainText(words)
})

test('a damaged file is reported in the viewer and at a download, and the other documents open', {
  tag: '@long',
}, async ({ pageOf, faults }) => {
  faults.expect(/status of 500/)
  const owner = await pageOf('user')
  const performer = await registerPerformer(owner)
  const row = await onDatabase((db) =>
    db
      .selectFrom('document_version')
      .select(['id', 'object_key', 'screen_key', 'thumbnail_key'])
      .where('performer_id', '=', performer.id)
      .where('type', '=', 'idFront')
      .executeTakeFirstOrThrow(),
  )
  for (const key of [row.object_key, row.screen_key ?? '', row.thumbnail_key ?? '']) await damageFile(key)
  const words = `このファイルは破損しているため開けません（ファイルID：${row.id}）。`

  await openPerformer(owner, performer)
  await expect(card(owner, 'idFront')).toContainText('ファイルが破損しています。')
  await expect(card(owner, 'selfie').locator('img')).toBeVisible()
  await card(owner, 'idFront').getByRole('button', { name: '身分証明書表面を大きく表示' }).click()
  await expect(viewer(owner).getByRole('alert')).toContainText(words)
  await owner.keyboard.press('Escape')
  await card(owner, 'idFront').getByRole('button', { name: '身分証明書表面をダウンロード' }).click()
  await expect(owner.getByText(`ダウンロードに失敗しました：${words}`)).toBeVisible()
})
