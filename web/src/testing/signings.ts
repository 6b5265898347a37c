import type { PageSession, PageSigning, PageTitle } from '@kyc/contract/page-session.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'

const talk = { by: '制作 花子', on: '2026-11-20', minutes: null, language: '日本語', done: false }

/** A contract that the performer has not opened. */
export const pageSigning: PageSigning = {
  id: 's1',
  videoId: 'v1',
  title: '夏の見本',
  state: 'sent',
  language: 'ja',
  talk,
  sentAt: '2026-11-20T01:00:00.000Z',
  expiresAt: '2027-01-19T01:00:00.000Z',
  sheetReceivedAt: null,
  readAt: null,
  contractPages: 2,
  contractSha256: 'a'.repeat(64),
  questions: [],
  obstacles: ['talk', 'sheet', 'read'],
  signableFrom: null,
  signedAt: null,
  copyReady: false,
  copyReceivedAt: null,
}

/** A title on sale, whose footage the performer may see. */
export const pageTitle: PageTitle = {
  videoId: 'v1',
  title: '夏の見本',
  productNumber: 'ABC-001',
  organisationName: '見本制作',
  shootingDays: ['2026-04-01'],
  contractSignedOn: '2026-02-01',
  contractReceivedOn: '2026-02-02',
  sheetReceivedOn: '2026-02-01',
  shootingFrom: '2026-03-03',
  publicationFrom: '2026-08-02',
  cancelUntil: 'open',
  footage: {
    offeredOn: '2026-06-01',
    way: 'link',
    until: '2026-06-30',
    answer: null,
    address: 'https://example.com/f',
  },
  publications: [
    { channel: '見本ストア', startedOn: '2026-09-01', endedOn: null, address: 'https://example.com/v' },
  ],
  ended: null,
}

/** The performer's page with this contract and this title. */
export const pageSession: PageSession = {
  id: 'l1',
  organisationName: '見本制作',
  language: 'ja',
  expiresAt: '2027-02-18T01:00:00.000Z',
  signings: [pageSigning],
  titles: [pageTitle],
  openings: [{ by: '事務局', on: '2026-02-03', document: '身分証明書表面' }],
  reliances: [],
  mayPermitReliance: false,
  disclosureRequestedAt: null,
}

/** A draft for its organisation. */
export const signing: Signing = {
  id: 's1',
  videoId: 'v1',
  performerId: 'p1',
  state: 'draft',
  language: 'ja',
  contractTemplate: { id: 'neutral-contract-ja', name: '出演契約書', version: 1 },
  sheetTemplate: { id: 'neutral-sheet-ja', name: '説明書面', version: 1 },
  facts: { fee: '300,000円' },
  partnerIds: [],
  talk,
  email: null,
  contractSha256: 'a'.repeat(64),
  sheetSha256: 'b'.repeat(64),
  createdAt: '2026-11-19T01:00:00.000Z',
  createdBy: '制作 花子',
  sentAt: null,
  sentBy: null,
  expiresAt: null,
  openedAt: null,
  sheetReceivedAt: null,
  readAt: null,
  signedAt: null,
  copyVersion: null,
  copyReceivedAt: null,
  endedAt: null,
  questions: [],
  obstacles: ['talk', 'sheet', 'read'],
  signableFrom: null,
  remindedAt: null,
}
