import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// D115: each function that mails an address which is not an account's own calls requireMayContact first, or this file
// states why it need not.

const features = join(import.meta.dirname, '..')
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(features, path), 'utf8') }))

/**
 * The functions that write an address into a mail, with the kind of address. All other functions send by one of these.
 */
const senders = {
  sendLetter: 'to an account, enabled and verified',
  sendToUnverified: 'to an account; fixed text, at most once an hour',
  mailInquiry: 'to the operator',
  mailInquiryReceived: 'to the sender of the inquiry, fixed text',
  mailPerformerLink: 'outside',
  mailCampaignPage: 'outside',
  sendToPage:
    'outside: to the stored address of a page whose link was sent, about what waits there or what its browser asks for',
  mailLinkCode: 'outside: to the address of a link that was sent, at the request of its browser',
} as const

/**
 * The mails to people outside that an organisation causes. An invited account counts as outside: it may exist only
 * because of the invitation.
 */
const causedByMembers = ['mailInvitation', 'mailMemberInvitation', 'mailPerformerLink', 'mailCampaignPage']

/** Files that send such mails at the request of the office, which needs no approval. */
const ofOffice = ['accounts/users/send-invitation.ts', 'accounts/users/invite-user.ts']

test('each function that writes an address into a mail is in the list of this test', () => {
  const found = sources
    .filter(({ path }) => path.startsWith('mails/'))
    .flatMap(({ text }) => [...text.matchAll(/^export (?:async )?function (\w+)[\s\S]*?^}/gm)])
    .filter(([body, name]) => name !== 'writeMail' && /\bwriteMail\(/.test(body))
    .map(([, name]) => name)
  expect(found.sort()).toEqual(Object.keys(senders).sort())
})

test('no feature except mails sends a mail itself', () => {
  const calling = sources
    .filter(({ text }) => /\bmails\.send\(|mails\/letter\.ts/.test(text))
    .map(({ path }) => path)
  expect(calling.filter((path) => !path.startsWith('mails/'))).toEqual([])
})

test('each file that mails a person outside for an organisation calls requireMayContact first', () => {
  const callers = sources.filter(
    ({ path, text }) =>
      !path.startsWith('mails/') && causedByMembers.some((name) => new RegExp(`\\b${name}\\(`).test(text)),
  )
  const asking = callers.filter(({ text }) => /await requireMayContact\(/.test(text)).map(({ path }) => path)
  expect(asking.sort()).toEqual([
    'campaigns/send-campaigns.ts',
    'organisations/invite-member.ts',
    'performer-links/create-link.ts',
  ])
  const others = callers.map(({ path }) => path).filter((path) => !asking.includes(path))
  expect(others.filter((path) => !ofOffice.includes(path))).toEqual([])
})
