import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { contractFactLabels, contractFacts, voidClauseLabels } from '@kyc/contract/title-vocabulary.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Facts } from '../../../ui/Facts.tsx'
import { formatDate } from '../../../ui/format.ts'
import { IconText } from '../../../ui/IconText.tsx'

interface EnteredFactsProps {
  type: PaperType
  performerId: string
  facts: VideoFacts
  /** The act applies, so the contract must name the eleven facts. */
  covered: boolean
  /** The day of signing is shown once it was typed from the document. */
  showSigned: boolean
}

/** What the organisation entered about the paper, which the reviewer compares with it. */
export function EnteredFacts({ type, performerId, facts, covered, showSigned }: EnteredFactsProps) {
  const appearance = facts.appearances.find((each) => each.performerId === performerId)
  if (type === 'explanationSheet') return <SheetFacts sheet={appearance?.sheet ?? null} />
  if (!appearance?.contract) return <Missing text="契約の内容が入力されていません。承認できません。" />
  return (
    <ContractFacts
      contract={appearance.contract}
      others={facts.appearances.filter((each) => each.performerId !== performerId)}
      covered={covered}
      showSigned={showSigned}
    />
  )
}

type Appearance = VideoFacts['appearances'][number]

function SheetFacts({ sheet }: { sheet: Appearance['sheet'] }) {
  if (!sheet) return <Missing text="説明書面の日付が入力されていません。" />
  const minutes = sheet.minutes === null ? null : `${sheet.minutes}分`
  return (
    <Facts
      facts={[
        ['受け取った日', formatDate(sheet.receivedOn)],
        ['説明した日', dayText(sheet.explainedOn)],
        ['説明', [sheet.explainedBy, minutes, sheet.language].filter(Boolean).join('・') || '未入力'],
        ...(sheet.edition ? [['版', sheet.edition] as const] : []),
      ]}
    />
  )
}

interface ContractFactsProps {
  contract: NonNullable<Appearance['contract']>
  /** The other performers of the video. */
  others: readonly Appearance[]
  covered: boolean
  showSigned: boolean
}

function ContractFacts({ contract, others, covered, showSigned }: ContractFactsProps) {
  const { named, partnerIds, voidClauses, signedOn, receivedOn, offeredOn } = contract
  const missing = covered ? contractFacts.filter((fact) => !named.includes(fact)) : []
  const unnamed = covered ? others.filter(({ performerId }) => !partnerIds.includes(performerId)) : []
  const partners = others.filter(({ performerId }) => partnerIds.includes(performerId))
  return (
    <>
      <Facts
        facts={[
          ['契約日', showSigned ? formatDate(signedOn) : '入力後に表示'],
          ...(offeredOn === null ? [] : [['申し込んだ日', formatDate(offeredOn)] as const]),
          ['写しの受領', dayText(receivedOn)],
          ['記載の相手役', partners.map(({ name }) => name).join('、') || 'なし'],
        ]}
      />
      {unnamed.length > 0 && (
        <Missing text={`相手役に書かれていない出演者：${unnamed.map(({ name }) => name).join('、')}`} />
      )}
      {missing.length > 0 && (
        <Missing
          text={`記載なしと入力：${missing.map((fact) => contractFactLabels[fact]).join('、')}。承認できません。`}
        />
      )}
      {covered && voidClauses.length > 0 && (
        <Missing
          text={`無効となる条項：${voidClauses.map((clause) => voidClauseLabels[clause]).join('、')}。承認できません。`}
        />
      )}
    </>
  )
}

function dayText(day: string | null): string {
  return day === null ? '未入力' : formatDate(day)
}

function Missing({ text }: { text: string }) {
  return (
    <IconText icon={IconAlertTriangle} c="yellow" mt={4}>
      {text}
    </IconText>
  )
}
