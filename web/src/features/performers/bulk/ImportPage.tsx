import { MiB } from '@kyc/contract/limits.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { paths } from '../../../paths.ts'
import { ofOrganisation } from '../../../session/OrganisationGate.tsx'
import { useOrganisation, useOrganisationId, useRegisterRefusal } from '../../../session/use-organisations.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { formatCount } from '../../../ui/format.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'
import { ImportBar } from './ImportBar.tsx'
import { ImportTable } from './ImportTable.tsx'
import { LeftLines } from './LeftLines.tsx'
import { leftLines } from './left-lines.ts'
import { SheetSection } from './SheetSection.tsx'
import { type CheckedRow, isWanted, useImport } from './use-import.ts'

const back = { label: '出演者一覧', href: paths.performers() }
const { fileBytes, lines } = recordLimits.performerImport

/** 一括登録 (D80): a file is checked first, then its new lines become drafts. */
export const ImportPage = ofOrganisation(ImportOfSheet)

function ImportOfSheet() {
  const refusal = useRegisterRefusal()
  const organisation = useOrganisation()
  return (
    <>
      <PageHeader title="一括登録" back={back}>
        {organisation && `「${organisation.name}」に登録します。`}
      </PageHeader>
      {refusal === undefined ? <Import /> : <Alert tone="neutral">{refusal}</Alert>}
    </>
  )
}

function Import() {
  const importing = useImport({ organisation: useOrganisationId() })
  const { sheet, imported } = importing
  return (
    <SheetSection
      text={`.xlsx または .csv（UTF-8・Shift_JIS）の、1行目に見出しがある表を選択してください。氏名とローマ字が必須です。一度に${formatCount(lines)}行、${fileBytes / MiB}MBまで取り込めます。誤りのない行が下書きで登録されます。書類は登録後に追加してください。`}
      template={<TemplateButton />}
      importing={importing}
    >
      {imported !== undefined && (
        <Alert tone="ok" mb={12} title={`${formatCount(imported)}名を下書きで登録しました`}>
          <p>
            <AppLink href={paths.performers({ status: 'draft' })}>下書きの一覧</AppLink>
            から書類を追加してください。
          </p>
        </Alert>
      )}
      {sheet && (
        <>
          <Unregistered {...importing} rows={sheet.rows} />
          <ImportTable key={sheet.id} {...importing} rows={sheet.rows} />
          {imported === undefined && <ImportBar sheet={sheet} importing={importing} />}
        </>
      )}
    </SheetSection>
  )
}

type UnregisteredProps = Pick<ReturnType<typeof useImport>, 'taken' | 'registered' | 'imported'> & {
  rows: readonly CheckedRow[]
}

function Unregistered({ rows, taken, registered, imported }: UnregisteredProps) {
  const left = rows.filter(
    (row) =>
      ['new', 'invalid'].includes(row.result.state) && !isWanted(row, taken) && !registered.has(row.row),
  )
  if (left.length === 0) return null
  return (
    <LeftLines
      title={`${formatCount(left.length)}行は登録${imported === undefined ? 'されません' : 'していません'}`}
      label="登録しない行をダウンロード"
      filename="登録していない行.xlsx"
      file={() => leftLines(left)}
    />
  )
}

function TemplateButton() {
  const save = async () => {
    try {
      const { importTemplate } = await import('./import-template.ts')
      saveFile(await importTemplate(), '出演者の一括登録.xlsx')
    } catch {
      showToast('テンプレートを作成できませんでした。もう一度お試しください。', 'bad')
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={17} />} onClick={() => void save()}>
      テンプレートをダウンロード
    </Button>
  )
}
