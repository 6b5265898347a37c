import type { LinkLanguage } from './consent.ts'

// Public help lines for performers (5条): the performer's page and the neutral explanation sheet name the same ones. Numbers and
// charges as their offices publish them: docs/operations.md says where, and how they are kept up to date.

export interface HelpLine {
  readonly name: Readonly<Record<LinkLanguage, string>>
  /** As it is dialled in Japan. */
  readonly number: string
  readonly note: Readonly<Record<LinkLanguage, string>>
}

export const helpLines: readonly HelpLine[] = [
  {
    name: {
      ja: '性犯罪・性暴力被害者のためのワンストップ支援センター',
      en: 'One-stop support centre for victims of sexual violence',
    },
    number: '#8891',
    note: {
      ja: '出演の契約や撮影、公表の悩みも相談できます。近くのセンターにつながります。通話無料です。',
      en: 'Also for worries about contracts, shootings and publications. Connects you to a centre near you. Free of charge; in Japanese.',
    },
  },
  {
    name: { ja: '警察 性犯罪被害相談電話', en: 'Police line for victims of sexual offences' },
    number: '#8103',
    note: {
      ja: '電話をかけた場所の都道府県の警察につながります。通話無料です。',
      en: 'Connects you to the police of the prefecture from which you call. Free of charge; in Japanese.',
    },
  },
  {
    name: { ja: '法テラス サポートダイヤル', en: 'Houterasu, the Japan Legal Support Center' },
    number: '0570-078374',
    note: {
      ja: '契約の取消しや解除など、法律の相談先を案内します。通話料がかかります。',
      en: 'Where to get legal advice, such as on ending a contract. The call is charged; in Japanese.',
    },
  },
  {
    name: {
      ja: '法テラス 多言語情報提供サービス',
      en: 'Houterasu, multilingual information service',
    },
    number: '0570-078377',
    note: {
      ja: '日本語以外の言語で、法律の相談先を案内します。通話料がかかります。',
      en: 'Where to get legal advice, in English and other languages. The call is charged.',
    },
  },
]
