import type {
  PartnerEvent,
  PartnerPerformer,
  PartnerRequest,
  PartnerSession,
  PartnerWebhook,
  partnerEndpoints,
} from './partner-api.ts'
import type { PartnerTitle } from './partner-shares.ts'

type Name = (typeof partnerEndpoints)[number]['name']

interface Example {
  readonly body?: unknown
  readonly reply: unknown
}

const session: PartnerSession = {
  id: '01a1fec3-626d-7623-8446-47482b175fe5',
  user_id: 'member-1042',
  session_id: 'order-7781',
  state: 'waiting',
  test: false,
  created_at: '2026-11-28T03:00:00.000Z',
  expires_at: '2026-11-29T03:00:00.000Z',
  opened_at: null,
}
const performer: PartnerPerformer = {
  id: '01a1fec3-7a10-7f0e-9d55-1c2a4de11b90',
  user_id: 'member-1042',
  status: 'approved',
  expires_on: '2031-04-30',
  test: false,
  created_at: '2026-11-28T03:10:00.000Z',
  updated_at: '2026-11-28T05:42:10.000Z',
}
const request: PartnerRequest = {
  id: '01a1fec4-0c33-7be1-8a2f-5d0b7f1f2c44',
  number: 'T-4K7Q-9ZB2',
  kind: 'provider',
  state: 'held',
  test: false,
  received_at: '2026-11-28T06:00:00.000Z',
  due_at: '2026-11-30T06:00:00.000Z',
  confirmed_at: null,
  closed_at: null,
}

const title: PartnerTitle = {
  id: '01a1fec5-4a72-7c3d-9b1e-2f6a0c8d7e55',
  reference: 'item-20451',
  title: '夏の終わりに',
  product_number: 'MHN-0123',
  organisation: '見本制作',
  channel: '見本ストア',
  state: 'blocked',
  test: false,
  shared_at: '2026-11-28T02:00:00.000Z',
  records: {
    day: '2026-11-28',
    rulesVersion: '2026-11-28',
    category: 'covered',
    facts: [],
    performers: [
      {
        id: '01a1fec5-5b83-7d4e-8c2f-3a7b1d9e8f66',
        number: 1,
        stageName: null,
        facts: [
          {
            fact: 'adult',
            state: 'yes',
            day: '2026-07-02',
            until: null,
            proof: null,
            verifiedOn: '2026-06-20',
            check: 'chip',
          },
        ],
      },
    ],
    blockers: [{ rule: 'fourMonths', performer: null, from: '2026-12-10' }],
    overridden: [],
    changesOn: '2026-12-10',
  },
  publication: null,
  stops: [],
}
const published: PartnerTitle = {
  ...title,
  state: 'ready',
  records: { ...title.records, day: '2026-12-10', blockers: [], changesOn: null },
  publication: { published_on: '2026-12-10', address: 'https://store.example.jp/item-20451' },
}
const { records: _records, publication: _publication, stops: _stops, ...titleLine } = title
const stop = {
  id: '01a1fec6-6c94-7e5f-9d3a-4b8c2e0f9a77',
  asked_at: '2026-12-20T01:00:00.000Z',
  acknowledged_at: '2026-12-20T01:05:00.000Z',
}

const event: PartnerEvent = {
  id: '3f0c7a52-5d0e-4c1b-9b52-0f4f6a7d8e21',
  type: 'performer.approved',
  timestamp: '2026-11-28T05:42:10.000Z',
  object_id: performer.id,
  user_id: 'member-1042',
  expires_on: null,
  test: false,
}

const webhook: PartnerWebhook = {
  id: '01a1fec5-2b7d-7d11-9c40-8f5e0a6b3d17',
  url: 'https://partner.example.com/kyc/events',
  test: false,
  version: '2026-11-28',
  stopped: null,
  failing_since: null,
  created_at: '2026-11-28T03:00:00.000Z',
  updated_at: '2026-11-28T03:00:00.000Z',
}
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** What the OpenAPI document of the partner API shows; a test parses each by the schemas of its call. */
export const partnerExamples: Readonly<Record<Name, Example>> = {
  'partnerApi.createSession': {
    body: {
      user_id: 'member-1042',
      callback_url: 'https://partner.example.com/kyc/callback',
      redirect_url: 'https://partner.example.com/kyc/done',
      session_id: 'order-7781',
    },
    reply: { ...session, url: 'https://kyc.example.jp/kyc/register#token=q2Xv…' },
  },
  'partnerApi.listSessions': { reply: [session] },
  'partnerApi.getSession': {
    reply: { ...session, state: 'opened', opened_at: '2026-11-28T03:05:00.000Z' },
  },
  'partnerApi.listPerformers': { reply: [performer] },
  'partnerApi.getPerformer': { reply: performer },
  'partnerApi.listTitles': { reply: [{ ...titleLine, reference: null }] },
  'partnerApi.nameTitle': { body: { share_id: title.id }, reply: title },
  'partnerApi.getTitle': { reply: title },
  'partnerApi.getStatement': {
    reply: {
      statement: 'eyJhbGciOiJFUzI1NiIsInR5cCI6InRpdGxlLXN0YXRlbWVudCtqd3QifQ…',
      expires_at: '2026-11-29T03:00:00.000Z',
    },
  },
  'partnerApi.publishTitle': {
    body: { published_on: '2026-12-10', address: 'https://store.example.jp/item-20451' },
    reply: published,
  },
  'partnerApi.unpublishTitle': { reply: { ...published, publication: null } },
  'partnerApi.acknowledgeStop': { reply: { ...title, stops: [stop] } },
  'partnerApi.createRequest': {
    body: { kind: 'provider', title: 'MHN-0123', text: '通報がありました。' },
    reply: request,
  },
  'partnerApi.listRequests': { reply: [request] },
  'partnerApi.getRequest': { reply: request },
  'partnerApi.listEvents': { reply: [event] },
  'partnerApi.getWebhook': { reply: webhook },
  'partnerApi.setWebhook': { body: { url: webhook.url }, reply: { ...webhook, secret } },
  'partnerApi.deleteWebhook': { reply: undefined },
  'partnerApi.renewWebhookSecret': { reply: { ...webhook, secret } },
  'partnerApi.sendTestEvent': {
    reply: { ...event, type: 'webhook.test', object_id: webhook.id, user_id: null },
  },
}
