import { expect, it } from 'vitest'
import { Environment } from '../settings/environment.ts'
import { readDatabase } from './database-settings.ts'

const urls = {
  DATABASE_URL: 'postgres://app@db.example.com/kyc?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://owner@db.example.com/kyc?sslmode=verify-full',
}

function faultsOf(variables: Record<string, string>): readonly string[] {
  const env = new Environment(variables)
  readDatabase(env, true)
  return env.faults
}

it('production accepts two logins over verified connections', () => {
  expect(faultsOf(urls)).toEqual([])
})

it.each([
  ['the same login twice', 'postgres://app@db.example.com/kyc?sslmode=verify-full', 'two logins'],
  [
    'the same login in another spelling',
    'postgres://%61pp@db.example.com/kyc?sslmode=verify-full',
    'two logins',
  ],
  ['an unencrypted connection', 'postgres://owner@db.example.com/kyc', 'sslmode=verify-full'],
  [
    'an unverified certificate',
    'postgres://owner@db.example.com/kyc?sslmode=no-verify',
    'sslmode=verify-full',
  ],
  ['two modes', 'postgres://owner@db/kyc?sslmode=verify-full&sslmode=disable', 'sslmode=verify-full'],
  ['another host in the query', 'postgres://owner@localhost/kyc?host=db.example.com', 'parameter host'],
  [
    'another role in the query',
    'postgres://owner@localhost/kyc?options=-c%20role%3Dpostgres',
    'parameter options',
  ],
  ['no login', 'postgres://localhost/kyc', 'must name a login'],
])('production refuses a database with %s', (_, url, fault) => {
  expect(faultsOf({ ...urls, DATABASE_OWNER_URL: url })).toEqual([expect.stringContaining(fault)])
})

it('production connects to a database on this machine without TLS', () => {
  const local = {
    DATABASE_URL: 'postgres://app@127.0.0.1/kyc',
    DATABASE_OWNER_URL: 'postgres://owner@[::1]/kyc',
  }
  expect(faultsOf(local)).toEqual([])
})
