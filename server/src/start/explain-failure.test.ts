import { expect, test } from 'vitest'
import { explainFailure } from './explain-failure.ts'

test.each([
  new Error('Connection terminated due to connection timeout'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
])('names the database if it is lost while the server starts: $message', (error) => {
  expect(explainFailure(error)).toMatch(/^The database does not answer \(.+\): check DATABASE_URL\.$/)
})
