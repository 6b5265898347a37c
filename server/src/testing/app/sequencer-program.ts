import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import { systemClock } from '../../platform/clock.ts'
import { singleKey } from '../../platform/crypto/encrypted-box.ts'
import { createLog } from '../../platform/log.ts'
import { checkpointStore } from '../../platform/transparency/checkpoint-store.ts'
import { folderFiles } from '../../platform/transparency/once-files.ts'
import { createNoteSigner } from '../../platform/transparency/signed-note.ts'

// The sequencer of a test log in a process of its own, which the test kills.
const [databaseUrl = '', folder = '', keys = '', seed = ''] = process.argv.slice(2)
const key = Buffer.from(keys, 'hex')
startSequencer(
  {
    clock: systemClock,
    log: createLog({ logLevel: 'error' }),
    auditKeys: { mac: key, pii: singleKey(key) },
    auditSigner: createNoteSigner('test-log', Buffer.from(seed, 'hex')),
    checkpoints: checkpointStore(folderFiles(folder)),
  },
  databaseUrl,
  { publishEvery: 100 },
)
setInterval(() => undefined, 60_000)
