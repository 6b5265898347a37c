import { boxPurposes } from '../master-key/key-purposes.ts'
import { createGenerations, renewAllBoxes } from '../operations/keys/renew-keys.ts'
import { rotateMasterKey } from '../operations/keys/rotate-master-key.ts'
import { openOwnerDatabase } from '../platform/db/database.ts'
import type { Services } from '../services.ts'
import { command, text, UsageError, withServices } from '../start/command.ts'
import { requireOwner } from '../start/prepare-schema.ts'
import { showProgress } from '../start/show-progress.ts'

// `npm run keys:rotate`: wraps every key by MASTER_KEY, so that MASTER_KEY_PREVIOUS is no longer needed, and with --renew
// also replaces keys that encrypt. Servers may be running. Continues an interrupted run.

const usage = `Usage: npm run keys:rotate [-- --renew all|${boxPurposes.join('|')}]`

await command({ usage, options: { renew: text } }, ({ renew }, environment) => {
  const purposes = renew === 'all' ? boxPurposes : boxPurposes.filter((each) => each === renew)
  if (renew !== undefined && purposes.length === 0) throw new UsageError()
  return withServices(environment, (services, ownerUrl) => rotate(services, requireOwner(ownerUrl), purposes))
})

async function rotate(services: Services, ownerUrl: string, purposes: readonly string[]): Promise<number> {
  const { previous, id } = services.masterKey
  const progress = showProgress()
  await using owner = openOwnerDatabase(ownerUrl, services.log)
  const { retired, damaged } = await rotateMasterKey({ ...services, ownerDb: owner.db }, (n) =>
    progress(`keys of performers: ${n}`),
  )
  if (purposes.length > 0) {
    await createGenerations({ ...services, ownerDb: owner.db }, purposes)
    console.log(
      `New keys: ${purposes.join(', ')}. They are used in a minute, when every server has read them.`,
    )
  }
  const unreadable = await renewAllBoxes(services, (purpose, n) => progress(`${purpose}: ${n}`))
  progress.end()
  for (const lost of [...damaged.map((performer) => `key of performer ${performer}`), ...unreadable]) {
    console.error(`Not readable: ${lost}. Restore it from a backup.`)
  }
  if (damaged.length > 0) {
    console.error(
      'The previous master key stays in use until these keys are restored: keep MASTER_KEY_PREVIOUS.',
    )
    return 1
  }
  console.log(`Every key is wrapped by the master key ${id}.`)
  if (retired.length > 0 || previous) {
    console.log('Remove MASTER_KEY_PREVIOUS from the settings of every server, then destroy that key.')
  }
  return unreadable.length > 0 ? 1 : 0
}
