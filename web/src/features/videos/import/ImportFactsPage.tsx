import { dayInJapan } from '@kyc/contract/dates.ts'
import { exportFacts } from '@kyc/contract/fact-imports.ts'
import { MiB } from '@kyc/contract/limits.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { IconDownload } from '@tabler/icons-react'
import { callFile } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { OrganisationChip } from '../../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../../session/OrganisationGate.tsx'
import { useFileExport } from '../../../session/use-file-export.ts'
import { auditorRefusal, useExportRefusal, useOrganisationId } from '../../../session/use-organisations.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { formatCount } from '../../../ui/format.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useWayBack } from '../../../ui/way-back.ts'
import { LeftLines } from '../../performers/bulk/LeftLines.tsx'
import { SheetSection } from '../../performers/bulk/SheetSection.tsx'
import { ImportFactsBar } from './ImportFactsBar.tsx'
import { ImportFactsTable } from './ImportFactsTable.tsx'
import { leftFacts } from './left-facts.ts'
import { type CheckedFactLine, useFactImport } from './use-fact-import.ts'

const { fileBytes, lines } = recordLimits.performerImport

/** 契約などの取り込み (D124): a file is checked first, then the facts of its good lines are entered. */
export const ImportFactsPage = ofOrganisation(ImportFacts)

function ImportFacts() {
  const { isAuditor } = useSession()
  const exportRefusal = useExportRefusal()
  const refusal = isAuditor ? auditorRefusal : exportRefusal
  const back = useWayBack({ label: '動画', href: paths.videos() })
  return (
    <>
      <PageHeader title="契約などの取り込み" back={back} />
      <OrganisationChip />
      {refusal === undefined ? <Import /> : <Alert tone="neutral">{refusal}</Alert>}
    </>
  )
}

function Import() {
  const importing = useFactImport({ organisation: useOrganisationId() })
  const { sheet, imported } = importing
  return (
    <SheetSection
      text={`登録済みの動画と出演者の契約・説明書面・撮影・同意などを、表からまとめて入力します。テンプレートには、いまの内容が1人1行で入っています（新しい動画から${formatCount(lines)}行まで）。空欄のセルは、内容を変えません。.xlsx または .csv を、一度に${formatCount(lines)}行、${fileBytes / MiB}MBまで取り込めます。`}
      template={<TemplateButton />}
      importing={importing}
    >
      {imported && <Entered {...importing} />}
      {sheet && (
        <>
          <NotEntered rows={sheet.rows} imported={imported} />
          <ImportFactsTable rows={sheet.rows} results={importing.results} />
          {!imported && <ImportFactsBar rows={sheet.rows} importing={importing} />}
        </>
      )}
    </SheetSection>
  )
}

function Entered({ results }: Pick<ReturnType<typeof useFactImport>, 'results'>) {
  const entered = [...results.values()].filter(({ state }) => state !== 'invalid').length
  return <Alert tone="ok" mb={12} title={`${formatCount(entered)}行を取り込みました`} />
}

function NotEntered({ rows, imported }: { rows: readonly CheckedFactLine[]; imported: boolean }) {
  const left = rows.filter(({ result }) => result.state === 'invalid')
  if (left.length === 0) return null
  return (
    <LeftLines
      title={`${formatCount(left.length)}行は取り込${imported ? 'んでいません' : 'まれません'}`}
      label="取り込まない行をダウンロード"
      filename="取り込んでいない行.xlsx"
      file={() => leftFacts(left)}
    />
  )
}

const texts = {
  done: 'テンプレートをダウンロードしました',
  failed: 'テンプレートのエクスポートに失敗しました',
}

function TemplateButton() {
  const query = { organisation: useOrganisationId() }
  const { exporting, start } = useFileExport(texts)
  const download = () =>
    void start({
      name: `contracts_${dayInJapan(new Date())}.xlsx`,
      fetch: (signal) => callFile(exportFacts, { query, signal }),
    })
  return (
    <BusyButton
      variant="default"
      leftSection={<IconDownload size={17} />}
      busy={exporting}
      busyText="作成中..."
      onClick={download}
    >
      テンプレートをダウンロード
    </BusyButton>
  )
}
