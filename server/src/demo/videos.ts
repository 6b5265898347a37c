import type { DemoActor } from './actors.ts'
import type { DemoSigning } from './signings.ts'
import { type DemoTime, on } from './times.ts'
import type { DemoTitle } from './title-facts.ts'

/** A fictitious video of demo mode. `cast` lists keys of performers of the same owner. */
export interface DemoVideo {
  readonly owner: DemoActor
  readonly title: string
  readonly externalId: string | null
  readonly created: DemoTime
  readonly cast: readonly string[]
  /** The channels on which it is on sale, empty if on none; undefined if that was not stated. */
  readonly sales?: readonly DemoSale[]
  /** What its records lack; undefined while nothing was entered. */
  readonly lacks?: DemoTitle
  /** The company that reads its facts, and may open its contracts for seven days. */
  readonly sharedWith?: DemoActor
  /** How far the contracts of its performers have come. */
  readonly signings?: Readonly<Record<string, DemoSigning>>
}

interface DemoSale {
  readonly channel: string
  readonly daysAgo: number
  /** The last day on sale. */
  readonly endedDaysAgo?: number
}

/**
 * The videos of the demo. Each is created after the registration of its performers. Two have no performers, to show
 * empty states.
 */
export const demoVideos: readonly DemoVideo[] = [
  {
    owner: 'seisaku',
    title: '見本作品 第1集',
    externalId: 'sgv-3001',
    created: on(2, '11:20'),
    cast: ['yamada-hanako', 'otsuyama-jiro', 'saito-haruka'],
    sales: [],
    lacks: 'fourMonths',
  },
  {
    owner: 'seisaku',
    title: '見本作品 第2集',
    externalId: 'sgv-3002',
    created: on(2, '11:46'),
    cast: ['yamada-hanako', 'hamada-shota', 'kimura-nagi', 'teida-hikaru', 'silva-maria'],
    lacks: 'contractFacts',
  },
  {
    owner: 'seisaku',
    title: '夏の見本',
    externalId: null,
    created: on(3, '15:05'),
    cast: ['unno-nagisa', 'mogi-akari'],
    lacks: 'ended',
  },
  {
    owner: 'haishin',
    title: '配信見本 特別編',
    externalId: 'hkv-0117',
    created: on(3, '10:12'),
    cast: ['takahashi-midori', 'watanabe-sumire'],
    sales: [{ channel: '配信見本ch', daysAgo: 3 }],
    lacks: 'nothing',
  },
  { owner: 'admin', title: '社内確認用の見本', externalId: null, created: on(3, '16:40'), cast: [] },
  {
    owner: 'seisaku',
    title: '例題ドキュメンタリー',
    externalId: 'sgv-3010',
    created: on(2, '13:35'),
    cast: ['marui-kana'],
    sales: [
      { channel: '見本ストア', daysAgo: 2 },
      { channel: '例題ビデオ', daysAgo: 2, endedDaysAgo: 1 },
    ],
    lacks: 'nothing',
    sharedWith: 'haishin',
  },
  {
    owner: 'seisaku',
    title: '見本作品 ベスト集',
    externalId: 'sgv-3011',
    created: on(2, '14:02'),
    cast: ['teida-hikaru'],
    lacks: 'consentAge',
  },
  {
    owner: 'haishin',
    title: '例題アーカイブ',
    externalId: 'hkv-0031',
    created: on(3, '10:31'),
    cast: ['kariya-ruri'],
    lacks: 'under20',
  },
  {
    owner: 'seisaku',
    title: '見本作品 第4集（契約中）',
    externalId: 'sgv-3012',
    created: on(2, '18:05'),
    cast: [
      'yamada-hanako',
      'otsuyama-jiro',
      'saito-haruka',
      'kimura-nagi',
      'silva-maria',
      'unno-nagisa',
      'mogi-akari',
      'marui-kana',
      'hamada-shota',
    ],
    signings: {
      'yamada-hanako': 'signed',
      'marui-kana': 'copyReceived',
      'hamada-shota': 'opened',
      'otsuyama-jiro': 'draft',
      'saito-haruka': 'sent',
      'kimura-nagi': 'sheetReceived',
      'silva-maria': 'read',
      'unno-nagisa': 'question',
      'mogi-akari': 'refused',
    },
  },
  {
    owner: 'seisaku',
    title: '見本作品 第3集（準備中）',
    externalId: null,
    created: on(2, '17:50'),
    cast: [],
  },
]
