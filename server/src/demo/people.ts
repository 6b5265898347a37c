import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import type { IdKind } from '@kyc/contract/document-vocabulary.ts'

/**
 * A fictitious performer of demo mode. The pictures in specimens/ show these names, dates and cards, and their tilts
 * depend on the order of this list: a change here requires a new picture.
 */
export interface DemoPerson {
  /** Part of the names of the specimen files. */
  readonly key: string
  /** The founder of the company. */
  readonly owner: 'seisaku' | 'haishin'
  readonly lastName: string
  readonly firstName: string
  readonly lastNameRoman: string
  readonly firstNameRoman: string
  readonly born: string
  readonly idKind: IdKind
  /** The printed expiry date, or its distance from the first start. */
  readonly expires: string | { readonly inDays: number }
  /** The number of the hair of the drawn face, 1 to 12; odd numbers are long hair. */
  readonly hair: number
  readonly nationality: string
  /** Undefined if the owner did not enter the names in kana. */
  readonly lastNameKana: string | undefined
  readonly firstNameKana: string | undefined
  readonly externalId: string | undefined
  /** The other names, written as in a cell of an import. */
  readonly otherNames: string | undefined
  /** Details that the owner did not enter (D15). */
  readonly omits: readonly ('date_of_birth' | 'idKind' | 'nationality' | 'email' | 'external_id')[]
}

/** Names are `last/first`. */
interface Rest extends Partial<Pick<DemoPerson, 'nationality' | 'externalId' | 'otherNames' | 'omits'>> {
  readonly kana?: string
  /** Default: the key. */
  readonly roman?: string
}

const personOf =
  (owner: DemoPerson['owner']) =>
  (
    key: string,
    name: string,
    born: string,
    idKind: IdKind,
    expires: DemoPerson['expires'],
    hair: number,
    { kana = '', roman = key.toUpperCase().replace('-', '/'), nationality = '日本', ...rest }: Rest = {},
  ): DemoPerson => {
    const [lastName = '', firstName = ''] = name.split('/')
    const [lastNameRoman = '', firstNameRoman = ''] = roman.split('/')
    const [lastNameKana, firstNameKana] = kana ? kana.split('/') : []
    const names = { lastName, firstName, lastNameRoman, firstNameRoman, lastNameKana, firstNameKana }
    const { omits = [], externalId, otherNames } = rest
    return { key, owner, ...names, born, idKind, expires, hair, nationality, externalId, otherNames, omits }
  }

const seisaku = personOf('seisaku')
const haishin = personOf('haishin')

const licence = 'drivers_license'
const myNumber = 'my_number_card'
const residence = 'residence_card'

export const demoPeople: readonly DemoPerson[] = [
  seisaku('yamada-hanako', '山田/花子', '1998-04-02', licence, '2031-05-02', 1, {
    kana: 'やまだ/はなこ',
    externalId: 'sg-20881',
  }),
  seisaku('heikawa-aoi', '丙川/葵', '2000-08-14', myNumber, '2033-08-14', 3),
  seisaku('otsuyama-jiro', '乙山/次郎', '1995-12-09', licence, '2032-01-09', 2, { kana: 'おつやま/じろう' }),
  seisaku('kono-sakura', '甲野/さくら', '1999-03-30', 'passport', '2031-03-30', 5, {
    externalId: 'sg-20914',
    otherNames: '芸名：夢野ひかり（2021-04-01～）｜旧名：乙川 さくら（～2020-06-30）',
  }),
  haishin('takahashi-midori', '髙橋/みどり', '1993-11-08', licence, { inDays: 18 }, 7, {
    kana: 'たかはし/みどり',
    externalId: 'hk-1102',
  }),
  haishin('mihon-mina', '見本/ミナ アレクサンドラ', '1997-10-21', residence, '2029-10-21', 9, {
    roman: 'MIHON/MINA ALEXANDRA',
    kana: 'みほん/ミナ アレクサンドラ',
    nationality: 'ブラジル',
  }),
  seisaku('teida-hikaru', '丁田/光', '1996-02-11', myNumber, '2030-02-11', 4),
  haishin('watanabe-sumire', '渡邉/すみれ', '1994-05-03', licence, '2029-06-03', 11, {
    kana: 'わたなべ/すみれ',
    externalId: 'hk-1108',
  }),
  seisaku('reidai-hajime', '例題/一', '1992-09-17', licence, '2030-10-17', 6, {
    omits: ['date_of_birth', 'idKind', 'nationality', 'email'],
  }),
  haishin('bobe-kaede', '戊辺/楓', '1998-11-02', 'passport', '2033-02-14', 1),
  haishin('reidai-mitsu', '例題/三', '1997-01-25', licence, '2029-02-25', 8),
  seisaku('kono-suzu', '庚野/すず', '2001-06-12', myNumber, '2034-06-12', 3, { kana: 'こうの/すず' }),
  seisaku('shinkawa-ren', '辛川/蓮', '1999-10-05', licence, '2030-11-05', 10),
  haishin('jinda-yui', '壬田/ゆい', '2000-02-20', licence, '2029-03-20', 5),
  seisaku('kiyama-riku', '癸山/陸', '1998-07-19', 'passport', '2032-04-01', 12),
  haishin('mihon-satsuki', '見本/さつき', '1996-05-28', licence, '2031-06-28', 7, { omits: ['email'] }),
  seisaku('kimura-nagi', '己村/凪', '1997-04-16', licence, '2030-05-16', 9),
  haishin('miyazaki-shiori', '宮﨑/汐里', '1999-08-01', licence, '2032-09-01', 11, {
    kana: 'みやざき/しおり',
    externalId: 'hk-1121',
  }),
  seisaku('saito-haruka', '齋藤/遥', '1995-03-14', myNumber, '2031-03-14', 1),
  seisaku('hamada-shota', '濵田/翔太', '1994-12-24', licence, '2030-01-24', 2),
  haishin('kaku-ken', '架空/健', '1991-07-07', licence, '2029-08-07', 4),
  seisaku('kamei-hikari', '仮名/ひかり', '2000-10-10', 'passport', '2034-01-15', 3),
  seisaku('mogi-akari', '模擬/あかり', '1998-01-31', licence, { inDays: -12 }, 5),
  haishin('shisaku-naoki', '試作/直樹', '1993-06-15', licence, '2030-07-15', 6),
  seisaku('takanashi-tsubasa', '小鳥遊/つばさ', '1999-05-05', myNumber, '2032-05-05', 7, {
    kana: 'たかなし/つばさ',
  }),
  haishin('kadenokoji-masanosuke', '勘解由小路/雅之丞', '1990-02-03', licence, '2029-03-03', 8, {
    kana: 'かでのこうじ/まさのすけ',
    externalId: 'hk-1130',
  }),
  seisaku('silva-maria', 'シルバ サンプル/マリア エドゥアルダ', '1996-09-09', residence, { inDays: 25 }, 9, {
    roman: 'SILVA SAMPLE/MARIA EDUARDA',
    nationality: 'ブラジル',
  }),
  haishin('nguyen-linh', 'グエン/ミホン リン', '2000-12-01', residence, '2028-12-01', 11, {
    roman: 'NGUYEN/MIHON LINH',
    nationality: 'ベトナム',
  }),
  seisaku('kim-mihon', '金/見本', '1998-03-21', residence, '2030-03-21', 1, {
    nationality: '韓国',
    externalId: 'sg-20977',
  }),
  haishin('sample-john', 'サンプル/ジョン', '1992-04-18', 'passport', '2031-11-30', 10, {
    nationality: 'カナダ',
  }),
  seisaku('aozora-mirai', '青空/みらい', '1999-01-09', licence, '2030-02-09', 3),
  seisaku('unno-nagisa', '海野/なぎさ', '1997-07-20', licence, { inDays: 6 }, 5),
  haishin('hoshino-reiji', '星野/例司', '1995-08-30', licence, '2031-09-30', 12),
  haishin('kariya-ruri', '仮屋/瑠璃', '2001-02-14', myNumber, '2034-02-14', 7, {
    omits: ['nationality', 'external_id'],
  }),
  seisaku('nanashi-shizuka', '名無/静', '1994-10-27', licence, '2029-11-27', 9, {
    omits: ['date_of_birth', 'idKind'],
  }),
  haishin('mihon-taichi', '見本/太一', '1996-11-11', licence, { inDays: -41 }, 2),
  seisaku('reiji-mizuki', '例示/美月', '2000-05-17', 'passport', '2032-08-22', 11),
  haishin('igarashi-rin', '五十嵐/凛', '1998-12-12', licence, '2031-01-12', 1),
  seisaku('marui-kana', '丸井/仮奈', '1999-09-23', licence, '2030-10-23', 5),
  haishin('sawada-tomo', '澤田/友', '1997-05-06', myNumber, '2031-05-06', 4),
]

export function expiryOf(person: DemoPerson, firstStart: Date): string {
  if (typeof person.expires === 'string') return person.expires
  return addDays(dayInJapan(firstStart), person.expires.inDays)
}

export function demoPerson(key: string): DemoPerson {
  const person = demoPeople.find((each) => each.key === key)
  if (!person) throw new Error(`no demo person ${key}`)
  return person
}

/** The fields of the registration form without those that the owner omitted. */
export function fieldsOf(person: DemoPerson): Record<string, string> {
  const optional = {
    date_of_birth: person.born,
    idKind: person.idKind,
    nationality: person.nationality,
    email: `${person.key}@example.com`,
    external_id: person.externalId,
    otherNames: person.otherNames,
    lastNameKana: person.lastNameKana,
    firstNameKana: person.firstNameKana,
  }
  const present = Object.entries(optional).flatMap(([name, value]) =>
    value === undefined || person.omits.some((omitted) => omitted === name) ? [] : [[name, value]],
  )
  return {
    lastName: person.lastName,
    firstName: person.firstName,
    lastNameRoman: person.lastNameRoman,
    firstNameRoman: person.firstNameRoman,
    ...Object.fromEntries(present),
  }
}
