import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { freePort } from '../../platform/process/free-port.ts'
import { startMonitoring } from '../../start/start-monitoring.ts'
import { settingsFor } from '../app/partners.ts'
import { createTestApp, type TestApp } from '../app/test-app.ts'
import { type GoogleDouble, startGoogleDouble } from '../doubles/google-double.ts'
import { startOtlpListener } from '../doubles/otlp-listener.ts'
import { type PartnerDouble, startPartner } from '../doubles/partner-double.ts'
import { type SmtpListener, startSmtpListener } from '../doubles/smtp-listener.ts'
import { canary } from './canaries.ts'
import { everythingIn, watchStreams } from './sinks.ts'

/** The product with a log of every level, metrics, traces, and remote systems whose replies contain canaries. */
export interface CanaryStage {
  readonly app: TestApp
  readonly smtp: SmtpListener
  readonly partner: PartnerDouble
  readonly google: GoogleDouble
  /** The lines of the log so far. */
  readonly lines: readonly string[]
  /** Stops the product and returns everything that it has written. */
  stop(): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

export async function createCanaryStage(): Promise<CanaryStage> {
  const folder = await mkdtemp(join(tmpdir(), 'canary-'))
  vi.stubEnv('TMPDIR', folder)
  const streams = watchStreams()
  const lines: string[] = []
  const smtp = await startSmtpListener(undefined, canary('latin'))
  const [partner, google, collector] = await Promise.all([
    startPartner(),
    startGoogleDouble(),
    startOtlpListener(),
  ])
  const port = await freePort()
  await using settings = await settingsFor(partner)
  const app = await createTestApp({
    env: {
      ...settings.env,
      TRUST_PROXY: '127.0.0.1',
      METRICS_PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'kyc@example.com',
      LOOKS_ALERT: '1,2',
    },
    overrides: { identity: google.provider },
    log: createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) }),
  })
  const monitoring = await startMonitoring(app.services)
  return {
    app,
    smtp,
    partner,
    google,
    lines,
    async stop() {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      const files = await everythingIn(folder)
      await monitoring.close()
      await app.close() // sends the last spans
      const spans = collector.bodies.join('\n')
      return { log: lines.join(''), metrics, spans, files, 'standard streams': streams.text() }
    },
    async close() {
      streams.stop()
      vi.unstubAllEnvs()
      await Promise.all([smtp.close(), partner.close(), google.close(), collector.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
