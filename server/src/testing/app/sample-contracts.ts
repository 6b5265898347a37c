import { createHash, createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { ContractStatement } from '@kyc/contract/contract-statement.ts'
import type { EntryProofFile } from '@kyc/contract/log-entries.ts'
import { canonicalBytes } from '../../features/audit/entry-box.ts'
import { leafHash } from '../../features/audit/leaf.ts'
import { signCheckpoint } from '../../features/audit/tree/checkpoint.ts'
import { createCertificate } from '../../features/signings/pdf/create-certificate.ts'
import type { InstallationKey } from '../../features/signings/pdf/installation-key.ts'
import type { Paper } from '../../features/signings/pdf/render-paper.ts'
import { GrowingTree, hashLeaf } from '../../platform/transparency/merkle-tree.ts'
import { createNoteSigner } from '../../platform/transparency/signed-note.ts'

const article =
  '甲は、乙に対し、本契約の内容（撮影の日時・場所、映像の内容、公表の期間など）を、書面を交付して説明し、乙はその内容を十分に理解したうえで本契約を締結する。乙は、公表の日から1年間、理由を問わず、書面または電磁的記録により本契約を解除することができる。'

export const samplePaper: Paper = {
  title: '映像作品出演契約書',
  language: 'ja',
  footer: '株式会社サンプル映像　出演契約書',
  paragraphs: [
    {
      kind: 'text',
      text: '株式会社サンプル映像（以下「甲」という。）と𠮷田　髙子（以下「乙」という。）は、次のとおり契約を締結する。',
    },
    { kind: 'heading', text: '契約の内容' },
    { kind: 'fact', label: '作品名', text: '夏の終わりの物語（仮題）' },
    { kind: 'fact', label: '撮影の予定日時', text: '2026年12月28日（月） 9:00〜18:00' },
    { kind: 'fact', label: '撮影の場所', text: '東京都渋谷区道玄坂1-2-3 サンプルスタジオ 4F' },
    { kind: 'heading', text: '第1条（説明および同意）' },
    { kind: 'text', text: article },
    { kind: 'heading', text: '第2条（公表）' },
    { kind: 'text', text: article },
  ],
}

/** The statement of a signing of the draft. */
export function sampleStatement(
  draft: Uint8Array,
  changes: Partial<ContractStatement> = {},
): ContractStatement {
  return {
    format: 'kyc-contract/1',
    id: randomUUID(),
    language: 'ja',
    title: '映像作品出演契約書',
    parties: [
      { label: '制作者', text: '株式会社サンプル映像（東京都渋谷区道玄坂1-2-3）' },
      { label: '出演者', text: '𠮷田　髙子（Łucja Yoshida）' },
    ],
    facts: sampleFacts,
    acts: [
      { kind: 'sent', at: '2026-11-20T01:00:00Z', by: '株式会社サンプル映像' },
      { kind: 'explained', at: '2026-11-21', by: '佐藤　一郎', minutes: 45, language: '日本語' },
      { kind: 'sheetReceived', at: '2026-11-21T03:20:00Z', by: '出演者本人' },
      { kind: 'contractRead', at: '2026-11-27T09:01:10Z', by: '出演者本人' },
      { kind: 'signed', at: '2026-11-27T09:05:12Z', by: '出演者本人' },
    ],
    draftSha256: createHash('sha256').update(draft).digest('hex'),
    entryId: randomUUID(),
    signedAt: '2026-11-27T09:05:12Z',
    installation: 'https://kyc.example.jp/',
    ...changes,
  }
}

const sampleFacts = [
  { label: '作品名', text: '夏の終わりの物語（仮題）' },
  { label: '撮影の予定日時', text: '2026年12月28日（月） 9:00〜18:00' },
  { label: '撮影の場所', text: '東京都渋谷区道玄坂1-2-3 サンプルスタジオ 4F' },
  { label: '映像の内容', text: '本編の出演。性行為に係る姿態の内容は、別紙の説明書面のとおり。' },
  { label: '公表の方法', text: '配信サイトおよびDVD' },
  { label: '公表の期間', text: '2027年4月1日から5年間' },
  { label: '公表する者', text: '株式会社サンプル映像' },
  { label: '報酬', text: '300,000円（撮影日の翌月末日までに銀行振込）' },
  { label: '撮影に関わる者', text: '監督　鈴木　次郎、相手役　1名' },
  { label: '解除の方法', text: '公表から1年間、理由を問わず解除できます。違約金はありません。' },
  { label: '連絡先', text: 'soudan@example.jp / 03-0000-0000' },
]

/** A key of an installation that is not stored anywhere. */
export async function sampleKey(host = 'kyc.example.jp'): Promise<InstallationKey> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = await createCertificate(pair, host, new Date('2026-11-01T00:00:00Z'))
  const fingerprint = createHash('sha256').update(certificate).digest('hex')
  return { fingerprint, certificate, privateKey: pair.privateKey }
}

const salt = Buffer.alloc(16, 7)

/** A log of three entries, the second of which is the signing. */
export function sampleProof(
  statement: ContractStatement,
  details: Record<string, unknown> = { sha256: statement.draftSha256 },
): EntryProofFile {
  const signer = createNoteSigner('kyc.example.jp/log', Buffer.alloc(32, 3))
  const content = {
    id: statement.entryId,
    at_us: '1795770312000000',
    actor: null,
    action: 'sign',
    rtype: 'performer',
    rid: '0198f0a0-0000-7000-8000-000000000001',
    subject: null,
    owner: '0198f0a0-0000-4000-8000-000000000002',
    writer: '0198f0a0-0000-4000-8000-000000000003',
    wseq: '17',
    ip_commit: '00'.repeat(32),
    details_commit: createHmac('sha256', salt).update(canonicalBytes(details)).digest('hex'),
  }
  const leaf = leafHash(content)
  const [before, after] = ['before', 'after'].map((text) => Buffer.from(hashLeaf(text), 'hex'))
  if (!before || !after) throw new Error('two leaves')
  const tree = new GrowingTree()
  for (const each of [before, Buffer.from(leaf, 'hex'), after]) tree.append(each, () => undefined)
  const note = signCheckpoint(signer, {
    size: 3,
    root: tree.root(),
    previous: 0,
    sealedAt: new Date('2026-11-27T09:05:13Z'),
    sealedUpTo: { database: '1/2', xid: '3', id: statement.entryId },
  })
  return {
    format: 'kyc-entry-proof/1',
    id: statement.entryId,
    index: 1,
    leaf,
    path: [before, after].map((hash) => hash.toString('hex')),
    content,
    details: { salt: salt.toString('hex'), value: details },
    note,
    vkey: signer.vkey,
  }
}
