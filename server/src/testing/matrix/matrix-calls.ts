import { consentVersion } from '@kyc/contract/consent.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { enteredFacts } from '@kyc/contract/signing-vocabulary.ts'
import { approvalOf } from '../app/approval.ts'
import { campaignBody } from '../app/factories.ts'
import type { TestClient, TestReply } from '../app/test-client.ts'
import { sceneryFacts } from '../app/title-facts.ts'

/** A draft of a contract from the neutral templates. */
export const signingBody = {
  language: 'ja',
  contractTemplate: 'neutral-contract-ja',
  sheetTemplate: 'neutral-sheet-ja',
  facts: Object.fromEntries(enteredFacts.map((fact) => [fact, '見本'])),
  partnerIds: [],
  talk: { by: '制作 花子', on: '2026-09-15', language: '日本語' },
}

/** Bodies that pass the input checks of an allowed call. */
const bodies: Readonly<Record<string, unknown>> = {
  'auth.login': { email: 'nobody@example.com', password: 'wrong-password' },
  'auth.firebaseSession': { idToken: 'not-a-token' },
  'auth.ssoExchange': { token: 'not-a-code' },
  'auth.secondFactor': { method: 'totp', code: '000000' },
  'auth.stepUp': { method: 'password', password: 'wrong-password' },
  'auth.requestPasswordReset': { email: 'nobody@example.com' },
  'auth.confirmPasswordReset': { token: 'no-such-link', password: 'kawaii-inu-2718' },
  'auth.inspectInvitation': { token: 'no-such-link' },
  'auth.acceptInvitation': { token: 'no-such-link', name: '試験 花子', password: 'kawaii-inu-2718' },
  'users.invite': { email: 'invited@example.com', name: '試験 花子', role: 'user' },
  'users.changeRole': { role: 'admin' },
  // The body has no name: a new one would end the approval, which other calls need.
  'organisations.update': { contact: '試験 花子', version: 1 },
  'organisations.invite': { email: 'invited-member@example.com', name: '試験 花子', role: 'staff' },
  'organisations.changeRole': { role: 'viewer' },
  'organisations.approve': { version: 1 },
  'organisations.cancel': { cancelledOn: addDays(dayInJapan(new Date()), 1) },
  'organisations.disable': { reason: '試験のため' },
  'account.update': { name: '試験 花子' },
  'account.changeDueMails': { dueMails: true },
  'account.changeRecordMails': { recordMails: 'off' },
  'account.confirmEmailVerification': { token: 'no-such-link' },
  'account.password': { currentPassword: 'wrong-password', newPassword: 'kawaii-inu-2718' },
  'account.confirmTotp': { code: '000000' },
  'account.addPasskey': { name: '鍵', credential: { id: 'x' } },
  'performers.check': { lastName: '試験' },
  'performers.checkImport': { lines: [{ lastName: '試験' }] },
  'performers.import': {
    lines: [{ lastName: '試験', firstName: '花子', lastNameRoman: 'A', firstNameRoman: 'B' }],
  },
  'savedFilters.save': { filters: [{ name: '審査待ち', search: { waiting: 'true' } }] },
  'performers.update': { nationality: '日本' },
  'performerLinks.create': { language: 'ja' },
  'signings.create': signingBody,
  'signings.send': { email: 'performer@example.com', contractSha256: '0', sheetSha256: '0' },
  'signings.talk': { by: '制作 花子', on: '2026-09-15', minutes: 30, language: '日本語' },
  'signings.answer': { question: 'no-such-question', text: '回答' },
  'performerPage.open': { token: 'no-such-link' },
  'performerPage.requestCode': { token: 'no-such-link' },
  'performerPage.renew': { token: 'no-such-link' },
  'performerPage.readContract': { pages: [1] },
  'performerPage.ask': { text: '質問' },
  'performerPage.sign': { code: '000000', contractSha256: '0' },
  'performerPage.askReliance': { recipient: 'unknown' },
  'performerPage.permitReliance': { code: '000000' },
  'performerPage.footage': { answer: 'seen' },
  'performerLink.open': { token: 'no-such-link' },
  'performerLink.requestCode': { token: 'no-such-link' },
  'performerLink.confirmCode': { token: 'no-such-link', code: '000000' },
  'performerLink.consent': { version: consentVersion, language: 'ja' },
  'performerLink.identity': { name: '本人 花子', dateOfBirth: '1990-01-01' },
  'performerLink.idKind': { idKind: 'passport' },
  'subjects.create': { kind: 'disclosure', receivedOn: '2026-04-01', details: '開示の請求' },
  'subjects.respond': { outcome: 'granted', response: '開示しました。' },
  'documents.giveOpeningReason': { reason: '定期監査' },
  'legalHolds.hold': { reason: '係争中' },
  'legalHolds.end': { reason: '係争の終結' },
  'sealedPerformers.giveReason': { reason: '照会への回答' },
  'sealedPerformers.hold': { reason: '係争中' },
  'sealedPerformers.endHold': { reason: '係争の終結' },
  'sealedPerformers.requestDestruction': { kind: 'subject_request', reason: 'ご本人の請求' },
  'sealedPerformers.stopDestruction': { reason: '誤った申請' },
  'documents.mask': { boxes: [{ x: 0, y: 0, width: 0.5, height: 0.5 }], reason: '個人番号が写っているため' },
  'documents.undoDestruction': { version: 1, reason: '誤って隠したため' },
  'documents.verify': approvalOf('idFront'),
  'documents.reject': { codes: ['glare'] },
  'review.addNote': { text: '本人に電話で確認済み' },
  'review.rejectDocuments': { documents: [{ type: 'idFront', version: 1, codes: ['glare'] }] },
  'review.reopenCase': { reason: '再度の確認' },
  'review.undoDecision': { decidedAt: '2026-11-27T00:00:00.000Z' },
  'videos.create': { title: '見本作品' },
  'videos.update': { title: '見本作品 第2集' },
  'videos.publish': { channel: '見本ストア', startedOn: '2026-05-01' },
  'videos.updatePublication': { channel: '見本ストア', startedOn: '2026-05-02', version: 1 },
  'videos.statePublications': { known: true },
  'videos.saveFacts': { ...sceneryFacts, version: 1 },
  'videos.checkFacts': { lines: [{ 'video.id': 'unknown' }] },
  'videos.importFacts': {
    lines: [{ cells: { 'video.id': 'unknown' }, seen: { title: 1, appearance: null } }],
  },
  'videos.override': { rule: 'consent', reason: '確認', until: '2999-12-31' },
  'papers.verify': { checks: [], seen: { width: 0, lens: false, pages: [] }, factsVersion: 1 },
  'papers.reject': { codes: ['unreadable'] },
  'packs.create': { shape: 'appearanceLaw', videoIds: ['unknown'] },
  'videos.share': { recipient: 'unknown' },
  'videos.permitPaper': { hours: 1 },
  'sharedVideos.openPaper': { type: 'contract', performer: 'unknown', reason: '審査' },
  'packs.open': { token: 'no-such-link' },
  'organisations.saveCustodian': { name: '', title: '', address: '', version: 0 },
  'videos.saveProducer': { name: '', address: '', version: 0 },
  'campaigns.check': { asks: 'documents', selection: { from: 'list' } },
  'campaigns.create': campaignBody,
  'campaigns.stop': { revokeLinks: false },
  'takedowns.create': { kind: 'cancellation', videoId: 'unknown', text: '停止してください。' },
  'leaks.investigate': {
    ...{ accountId: 'unknown', from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' },
    ...{ knownOn: '2026-03-05', reason: '端末の紛失' },
  },
  'takedowns.confirm': { version: 1 },
  'takedowns.complete': { version: 1 },
  'takedowns.unfounded': { version: 1, reason: '別の作品でした。' },
  'takedownNotices.send': { kind: 'cancellation', title: '知らない作品' },
  'contractTemplates.create': { type: 'explanationSheet', language: 'ja', name: '見本', text: '説明' },
  'contractTemplates.update': { name: '見本', text: '説明', version: 1 },
  'channels.update': { download: true, version: 1 },
  'contact.send': {
    name: '試験 花子',
    email: 'visitor@example.com',
    subject: '料金について',
    message: '教えてください。',
  },
  'partners.create': {
    companyId: 'matrix-partner',
    name: '試験の提携先',
    mode: 'live',
    callbackOrigins: ['https://partner.example.com'],
    redirectOrigins: [],
    referrerOrigins: [],
  },
  'partners.unlinkUser': { userId: 'user-1' },
  'partners.update': { name: '試験の提携先' },
  'kyc.open': {
    user_id: 'user',
    callback_url: 'https://partner.example.com',
    api_key: 'kyc_pk_wrong_key',
    company_id: 'no-such-company',
  },
  'partners.putWebhook': { mode: 'live', url: 'https://partner.example.com/events' },
  'partners.createApiKey': { mode: 'test', scopes: ['sessions'] },
  'kyc.openAddress': { token: 'no-such-address' },
  'kyc.registerUser': { firebase_uid: 'uid', sharegram_user_id: 'user' },
  'kyc.sendResult': {},
  'analytics.record': { events: [{ name: 'page_view', page: '/performers' }] },
}

/** A well-formed id that no record has. */
export const unknownId = '01900000-0000-7000-8000-000000000000'

export function addressOf(endpoint: Endpoint, id: string): string {
  // The factories give a record and its parts the same id, such as a partner and its key.
  const path = endpoint.path.replace(/\{(?:id|stop|signing|video|evidence|reliance|\w+Id)\}/g, id)
  return `/api${path.replace('{type}', path.includes('/papers/') ? 'contract' : 'idFront')}`
}

/** The body of a call that names the record or a part of it in its body. */
export function bodyOf({ name }: Endpoint, id: string): unknown {
  if (name === 'videos.addPerformers') return { performerIds: [id] }
  if (name === 'takedowns.assign') return { version: 1, videoId: id }
  if (name === 'takedowns.namePerformer') return { version: 1, performerId: id }
  if (name === 'videos.saveAppearances') return { performers: [{ id, version: 1 }] }
  return name === 'organisations.handOver' ? { accountId: id } : bodies[name]
}

/** Calls `endpoint` with a valid body and returns the reply, whatever its status. */
export async function callEndpoint(
  client: TestClient,
  endpoint: Endpoint,
  id: string,
  { headers: extra = {}, search = '' }: { headers?: Record<string, string>; search?: string } = {},
): Promise<TestReply> {
  const headers = { ...(endpoint.bearer === 'required' ? await bearerOf(client) : {}), ...extra }
  const path = `${addressOf(endpoint, id)}${search}`
  const body = bodyOf(endpoint, id)
  if (endpoint.upload) return client.call(endpoint.method, path, { form: new FormData(), headers })
  return client.call(endpoint.method, path, body === undefined ? { headers } : { json: body, headers })
}

/** The Authorization header of a signed-in client; empty without a session. */
export async function bearerOf(client: TestClient): Promise<Record<string, string>> {
  const { status, json } = await client.post('/api/auth/refresh')
  if (status !== 200) return {}
  const { accessToken } = json as { accessToken: string } // the reply of the contract
  return { authorization: `Bearer ${accessToken}` }
}
