import { requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { endpoint } from '@kyc/contract/endpoint.ts'
import { performerFieldsSchema, performerSchema } from '@kyc/contract/performers.ts'
import { createGatekeeper, createPageToken } from '@kyc/server/features/accounts/sessions/gatekeeper.ts'
import { checkRegistration } from '@kyc/server/features/performers/check-registration.ts'
import { registerPerformer } from '@kyc/server/features/performers/create-performer.ts'
import { newPerformerKey } from '@kyc/server/features/records/performer-keys.ts'
import { readConfig, withPort } from '@kyc/server/platform/config.ts'
import { inTransaction } from '@kyc/server/platform/db/transaction.ts'
import { bind } from '@kyc/server/platform/http/requests/binding.ts'
import { createHttpServer } from '@kyc/server/platform/http/server.ts'
import { createLog } from '@kyc/server/platform/log.ts'
import { throwAll } from '@kyc/server/platform/problem.ts'
import { createServices } from '@kyc/server/services.ts'
import { personalOf } from '../server/src/features/access/scope.ts'

// The product's HTTP layer, gatekeeper, services and registration transaction, without the files that the
// public endpoint requires: the part that is comparable with the floor's "create".

const createWithoutFiles = endpoint({
  name: 'bench.create',
  method: 'POST',
  path: '/bench/performers',
  summary: 'A registration without files',
  who: 'user',
  body: performerFieldsSchema,
  reply: { kind: 'json', status: 201, schema: performerSchema },
  problems: [],
  audit: ['create'],
})

const config = withPort(readConfig(process.env), 1)
const log = createLog(config)
const services = await createServices(config, log, process.env.DATABASE_URL ?? '')
const app = createHttpServer({
  config,
  log,
  gatekeeper: createGatekeeper(services),
  sharedLimits: services.sharedLimits,
  pageToken: createPageToken(services),
  health: {
    check: async () => ({}),
    watch: async () => ({}),
    unreadable: services.unreadable.counts,
    release: config.release,
  },
  endpoints: [createWithoutFiles],
  bindings: [
    bind(createWithoutFiles, async ({ actor, body, request: { ip } }) => {
      const fields = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
      const files = requiredDocumentTypes.map((type) => ({ type }))
      const { faults, details } = checkRegistration({ fields, files, refused: [] }, services.clock.now(), {
        draft: false,
      })
      throwAll(faults)
      const key = newPerformerKey(services)
      return {
        body: await inTransaction(services.db, (tx) =>
          registerPerformer(services, tx, {
            actor,
            owner: personalOf(actor.id),
            ip,
            details,
            key,
            documents: [],
          }),
        ),
      }
    }),
  ],
})

process.once('SIGTERM', () => process.exit())
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Listening on http://localhost:${new URL(address).port}\n`)
