import { randomUUID } from 'node:crypto'
import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { saveVideoFacts } from '@kyc/contract/title-facts.ts'
import { createVideo, getVideo, type Video } from '@kyc/contract/videos.ts'
import { expect } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { insertPerformerKeys, insertPerformerRows, performerRow } from './performer-rows.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import type { TestClient, TestReply } from './test-client.ts'
import { sceneryFacts } from './title-facts.ts'

interface VideoStage {
  readonly app: TestApp
  /** The default owner of videos and performers. */
  readonly owner: TestAccount
  readonly admin: TestAccount
}

/** Calls that tests of videos share. `stage` is evaluated at each call, since hooks create the stage. */
export function videoCalls(stage: () => VideoStage) {
  return {
    async make(title = '見本作品', by = stage().owner, externalId?: string | null): Promise<Video> {
      const headers = { 'idempotency-key': randomUUID() }
      return by.send(createVideo, { body: { title, externalId }, headers })
    },

    /** A video of which the records lack nothing: no person appears in it. */
    async makeComplete(by = stage().owner): Promise<Video> {
      const body = { title: '風景の見本', externalId: null }
      const headers = { 'idempotency-key': randomUUID() }
      const video = await by.send(createVideo, { body, headers })
      await by.send(saveVideoFacts, { params: { id: video.id }, body: { ...sceneryFacts, version: 1 } })
      return by.send(getVideo, { params: { id: video.id } })
    },

    /** Inserts performers of `of` and returns their ids, oldest first. */
    async people(names: readonly string[], of = stage().owner): Promise<string[]> {
      const ids = names.map((_, index) => newId(new Date('2026-05-01T00:00:00Z'), index))
      const rows = names.map((name, index) =>
        performerRow(of.accountId, { id: ids[index] ?? '', last_name: name, first_name: '一' }),
      )
      const { services } = stage().app
      await insertPerformerRows(services.db, rows)
      await insertPerformerKeys(services, ids)
      return ids
    },

    add: (
      video: Video,
      performerIds: readonly string[],
      by: TestClient = stage().owner,
    ): Promise<TestReply> => by.post(`/api/videos/${video.id}/performers`, { performerIds }),

    remove: (video: Video, id: string, by: TestClient = stage().owner): Promise<TestReply> =>
      by.delete(`/api/videos/${video.id}/performers/${id}`),

    async show(video: Video, by: TestClient = stage().owner): Promise<Video> {
      return by.send(getVideo, { params: { id: video.id } })
    },

    /** Waits until a statement is blocked by a lock in this test's database. */
    async waiting(): Promise<void> {
      const blocked = `SELECT count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND datname = current_database()`
      const { app } = stage()
      await expect.poll(async () => (await app.sql<{ n: number }>(blocked))[0]?.n).toBeGreaterThan(0)
    },

    async entriesOf(video: Video, by: TestClient = stage().admin): Promise<AuditEntry[]> {
      return by.send(listAuditLogs, { query: { resourceId: video.id } })
    },
  }
}
