import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from '@kyc/contract/limits.ts'
import { createHealth } from '../features/monitoring/check-parts.ts'
import { createStateReader, databaseGauges } from '../features/monitoring/database-state.ts'
import { serveMetrics } from '../platform/metrics/serve-metrics.ts'
import type { Services } from '../services.ts'

const processGauges = {
  kyc_database_connections: {
    help: 'Connections of the pool, and callers that wait for one',
    label: 'state',
  },
  kyc_helper_processes: { help: 'Running processes that open uploaded files' },
  kyc_cleaning_files: { help: 'Uploaded files that are opened, and that wait for it', label: 'state' },
  kyc_unreadable_items: { help: 'Stored content that this process could not decrypt or find', label: 'kind' },
  kyc_part_up: { help: '0 for a part that fails, without which the process serves the rest', label: 'part' },
  kyc_disk_used_ratio: { help: 'Used part of the disk of a folder', label: 'folder' },
} as const

/**
 * Adds the gauges of this process and of the database, and serves the metrics on their port (D47). Does nothing without
 * METRICS_PORT.
 */
export async function startMonitoring(services: Services): Promise<{ close(): Promise<void> }> {
  const { config, intake, log, metrics, pool, unreadable } = services
  if (!metrics || !config.metrics) return { close: async () => undefined }
  const { version, commit } = config.release
  metrics.showBuild({ version, commit: commit ?? 'unknown', build: build.version })
  const health = createHealth(services)
  metrics.addGauges(processGauges, async () => {
    const { total, idle, waiting } = pool()
    const { helpers, ...files } = intake.load()
    return {
      kyc_database_connections: { used: total - idle, idle, waiting },
      kyc_helper_processes: helpers,
      kyc_cleaning_files: files,
      kyc_unreadable_items: unreadable.counts(),
      kyc_part_up: valuesOf(await health.watch()),
      kyc_disk_used_ratio: await usedDisks(services),
    }
  })
  metrics.addGauges(databaseGauges, createStateReader(services))
  return serveMetrics(metrics, config.metrics, log)
}

function valuesOf(parts: Readonly<Record<string, 'ok' | 'failing'>>): Record<string, number> {
  return Object.fromEntries(Object.entries(parts).map(([part, state]) => [part, state === 'ok' ? 1 : 0]))
}

/** The used part of the disk of each folder; a folder that is not available is left out. */
async function usedDisks({ config: { dataDir, storage } }: Services): Promise<Record<string, number>> {
  const folders = {
    data: dataDir,
    incoming: join(dataDir, 'incoming'),
    ...(storage.kind === 'folder' && { files: storage.path }),
  }
  const used = await Promise.all(
    Object.entries(folders).map(async ([name, path]) => {
      const disk = await statfs(path).catch(() => undefined)
      return disk && disk.blocks > 0 ? [[name, 1 - disk.bavail / disk.blocks] as const] : []
    }),
  )
  return Object.fromEntries(used.flat())
}
