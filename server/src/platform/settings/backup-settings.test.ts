import { describe, expect, it } from 'vitest'
import { faultsOf } from '../../testing/app/settings-faults.ts'
import { readConfig } from '../config.ts'

describe('the backup', () => {
  const { recipient, identity } = {
    recipient: 'age1pwly67gg8zqr6g48jpeukm6y3ly9nywxjcxfwj483yyc6jgj7g5qeey3k9',
    identity: 'AGE-SECRET-KEY-1QQQ',
  }

  it('is encrypted for a recipient, never for an identity', () => {
    expect(readConfig({ BACKUP_RECIPIENT: recipient }).backupRecipient).toBe(recipient)
    expect(readConfig({}).backupRecipient).toBeNull()
    // The last one has one letter changed.
    for (const text of [identity, 'someone@example.com', recipient.replace('8zqr', '8zqs')]) {
      const [fault = ''] = faultsOf({ BACKUP_RECIPIENT: text })
      expect(fault).toContain('BACKUP_RECIPIENT must be')
      expect(fault).not.toContain(text)
    }
  })

  it('is drilled in a database with verified TLS in production', () => {
    const url = 'postgres://drill:secret@db.example.com/drill'
    expect(readConfig({ DRILL_DATABASE_URL: url }).drillDatabaseUrl?.reveal()).toBe(url)
    const faults = faultsOf({ NODE_ENV: 'production', DRILL_DATABASE_URL: url })
    expect(faults).toContainEqual(expect.stringContaining('DRILL_DATABASE_URL needs sslmode=verify-full'))
  })
})
