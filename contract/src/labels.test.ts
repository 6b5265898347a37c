import { expect, test } from 'vitest'
import { auditActionLabels, auditResourceTypeLabels } from './labels.ts'

test('actions and resource types have the labels of spec §4', () => {
  expect(auditActionLabels).toMatchObject({
    create: '作成',
    read: '閲覧',
    update: '更新',
    delete: '削除',
    verify: '検証',
    download: 'ダウンロード',
  })
  expect(auditResourceTypeLabels).toMatchObject({ performer: '出演者', document: '書類' })
})
