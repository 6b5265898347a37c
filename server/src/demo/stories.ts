import type { DocumentType, RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import type { DemoActor } from './actors.ts'
import type { Specimen } from './specimens.ts'
import { ago, type DemoTime, on } from './times.ts'

type Reviewer = Extract<DemoActor, 'admin' | 'superadmin'>

interface DemoRejection {
  readonly codes: readonly RejectionCode[]
  /** The message; by default the texts of the codes. */
  readonly message?: string
  readonly note?: string
}

export type DemoStep =
  | {
      readonly act: 'decide'
      readonly at: DemoTime
      readonly by: Reviewer
      /** The verified documents, or all that are not rejected. */
      readonly verify: readonly DocumentType[] | 'all'
      readonly reject: Readonly<Partial<Record<DocumentType, DemoRejection>>>
    }
  | { readonly act: 'submit'; readonly at: DemoTime; readonly type: DocumentType }
  | { readonly act: 'update'; readonly at: DemoTime; readonly email: string }

/** The history of one performer: the registration, then the steps in chronological order. */
export interface DemoStory {
  readonly person: string
  /** The colleague who registered; by default the founder of the company. */
  readonly by?: DemoActor
  readonly registered: DemoTime
  /** Replacements for the default specimens. */
  readonly files: Readonly<Partial<Record<DocumentType, Specimen>>>
  readonly steps: readonly DemoStep[]
}

const decide = (
  at: DemoTime,
  verify: readonly DocumentType[] | 'all',
  reject: Partial<Record<DocumentType, DemoRejection>> = {},
  by: Reviewer = 'admin',
): DemoStep => ({ act: 'decide', at, by, verify, reject })

const submit = (at: DemoTime, type: DocumentType): DemoStep => ({ act: 'submit', at, type })

const update = (at: DemoTime, email: string): DemoStep => ({ act: 'update', at, email })

const story = (
  person: string,
  registered: DemoTime,
  steps: readonly DemoStep[] = [],
  files: DemoStory['files'] = {},
): DemoStory => ({ person, registered, files, steps })

const approved = (person: string, registered: DemoTime, at: DemoTime, by: Reviewer = 'admin') =>
  story(person, registered, [decide(at, 'all', {}, by)])

/**
 * Records of different ages, so that the chart of the backlog has a bar for each. Four have something to reject: a
 * blurred ID, an agreement without a signature, the ID of another person, and an expired one.
 */
const pending: readonly DemoStory[] = [
  story('reidai-mitsu', on(8, '16:20'), [], { idFront: 'id-reidai-mitsu-blur.jpg' }),
  story('nguyen-linh', on(6, '11:05')),
  story('kamei-hikari', on(5, '10:41'), [], { agreementFile: 'agreement-unsigned.pdf' }),
  story('mihon-mina', on(4, '18:07')),
  story('sample-john', on(2, '15:33'), [], { idFront: 'id-kaku-ken.jpg' }),
  story('shinkawa-ren', on(1, '10:12')),
  { ...story('kiyama-riku', on(1, '14:48')), by: 'staff' },
  story('kono-sakura', ago(190)),
  story('takanashi-tsubasa', ago(125)),
  story('mihon-satsuki', ago(58)),
  story('mihon-taichi', on(3, '10:05')),
]

const partlyVerified = [
  story('nanashi-shizuka', on(9, '09:30'), [decide(on(2, '11:20'), ['idFront', 'idBack', 'agreementFile'])]),
  story('kono-suzu', on(3, '13:15'), [decide(on(1, '17:02'), ['agreementFile', 'idFront', 'selfieWithId'])]),
  story('jinda-yui', on(2, '10:50'), [decide(on(1, '09:44'), ['idFront', 'idBack', 'selfie'])]),
]

const resubmitted = [
  story(
    'otsuyama-jiro',
    on(5, '12:58'),
    [
      decide(on(3, '10:24'), 'all', {
        selfie: { codes: ['face_unclear'] },
      }),
      submit(on(2, '12:58'), 'selfie'),
    ],
    { selfie: 'selfie-dark' },
  ),
  story(
    'aozora-mirai',
    on(4, '09:05'),
    [
      decide(on(2, '16:10'), ['agreementFile', 'idBack', 'selfie'], { idFront: { codes: ['cropped'] } }),
      submit(ago(300), 'idFront'),
    ],
    { idFront: 'id-aozora-mirai-crop.jpg' },
  ),
]

const rejected = [
  story(
    'yamada-hanako',
    on(3, '09:12'),
    [
      update(on(3, '10:02'), 'hanako@example.com'),
      decide(on(1, '13:40'), 'all', {
        idFront: {
          codes: ['glare'],
          message: '光が反射して有効期限が読み取れません。照明を避け、少し角度をつけて撮影してください。',
          note: '再提出されたら有効期限だけ確認する。',
        },
      }),
    ],
    { idFront: 'id-yamada-hanako-glare.jpg' },
  ),
  story(
    'reidai-hajime',
    on(6, '11:50'),
    [
      decide(on(4, '11:48'), ['selfie'], {
        agreementFile: { codes: ['unsigned'] },
        idFront: { codes: ['blurry'] },
      }),
    ],
    { agreementFile: 'agreement-unsigned.pdf', idFront: 'id-reidai-hajime-blur.jpg' },
  ),
  story(
    'hamada-shota',
    on(9, '14:02'),
    [
      decide(
        on(7, '15:31'),
        'all',
        {
          selfie: {
            codes: ['face_mismatch'],
            note: '身分証明書の写真と髪型・輪郭が異なる。別の人の写真か。',
          },
        },
        'superadmin',
      ),
    ],
    { selfie: 'selfie-other' },
  ),
  story(
    'shisaku-naoki',
    on(11, '10:19'),
    [
      decide(on(10, '13:09'), 'all', {
        idBack: {
          codes: ['wrong_document'],
          message: '別の書類の裏面です。運転免許証の裏面を提出してください。',
        },
      }),
    ],
    { idBack: 'back-residence.jpg' },
  ),
  story(
    'hoshino-reiji',
    on(4, '17:26'),
    [decide(on(3, '09:52'), 'all', { selfie: { codes: ['face_unclear'] } })],
    { selfie: 'selfie-dark' },
  ),
  story(
    'igarashi-rin',
    on(5, '16:44'),
    [
      decide(on(3, '14:37'), 'all', {
        agreementFile: {
          codes: ['unsigned', 'other'],
          message: '署名と日付がありません。2ページ目に記入し、全ページを提出してください。',
        },
      }),
    ],
    { agreementFile: 'agreement-unsigned.pdf' },
  ),
]

const approvedStories = [
  approved('mogi-akari', on(61, '15:40'), on(60, '10:16'), 'superadmin'),
  approved('unno-nagisa', on(52, '09:27'), on(50, '16:03')),
  approved('takahashi-midori', on(40, '13:11'), on(39, '09:58')),
  approved('silva-maria', on(33, '11:36'), on(31, '14:20')),
  approved('bobe-kaede', on(21, '17:45'), on(20, '10:30')),
  approved('reiji-mizuki', on(15, '10:22'), on(13, '11:14')),
  approved('kimura-nagi', on(14, '16:09'), on(12, '09:40')),
  approved('kadenokoji-masanosuke', on(12, '12:32'), on(10, '15:26')),
  approved('miyazaki-shiori', on(11, '09:18'), on(9, '13:47'), 'superadmin'),
  approved('marui-kana', on(10, '14:55'), on(8, '10:08')),
  approved('saito-haruka', on(8, '11:24'), on(7, '09:36')),
  approved('kaku-ken', on(8, '13:50'), on(6, '16:41')),
  approved('kim-mihon', on(6, '15:07'), on(4, '10:53')),
  approved('kariya-ruri', on(4, '10:39'), on(2, '14:12')),
  approved('heikawa-aoi', on(3, '16:58'), on(1, '13:18')),
  approved('sawada-tomo', on(2, '09:46'), ago(420)),
  story('teida-hikaru', on(7, '10:14'), [
    decide(on(5, '11:29'), 'all'),
    update(on(1, '16:45'), 'hikaru.teida@example.com'),
  ]),
  story('watanabe-sumire', on(7, '15:12'), [
    decide(on(5, '15:12'), 'all'),
    submit(on(4, '12:30'), 'residenceProof'),
    decide(on(2, '10:05'), ['residenceProof']),
  ]),
]

/** The sample records. */
export const demoStories: readonly DemoStory[] = [
  ...pending,
  ...partlyVerified,
  ...resubmitted,
  ...rejected,
  ...approvedStories,
]
