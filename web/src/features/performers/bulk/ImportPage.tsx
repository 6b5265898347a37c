import { MiB } from '@kyc/contract/limits.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { failureText } from '../../../api/failure-text.ts'
import { paths } from '../../../paths.ts'
import { ofOrganisation } from '../../../session/OrganisationGate.tsx'
import { useOrganisation, useOrganisationId, useRegisterRefusal } from '../../../session/use-organisations.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { formatCount } from '../../../ui/format.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Section } from '../../../ui/Section.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'
import { ImportBar } from './ImportBar.tsx'
import { ImportTable } from './ImportTable.tsx'
import { SheetFault } from './import-lines.ts'
import { leftLines } from './left-lines.ts'
import { SheetPicker } from './SheetPicker.tsx'
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
  const { sheet, checking, checkError, imported } = importing
  return (
    <>
      <Section title="ファイル" action={<TemplateButton />}>
        <Stack gap="sm" p="md">
          <Text c="dimmed" maw="64em">
            {`.xlsx または .csv（UTF-8・Shift_JIS）の、1行目に見出しがある表を選択してください。氏名とローマ字が必須です。一度に${formatCount(lines)}行、${fileBytes / MiB}MBまで取り込めます。誤りのない行が下書きで登録されます。書類は登録後に追加してください。`}
          </Text>
          <SheetPicker busy={checking || importing.importing} onChoose={importing.check} />
          <div aria-live="polite">
            {checking && (
              <Group gap="xs">
                <Loader size={16} />
                内容を確認しています（{formatCount(importing.sent)}行）
              </Group>
            )}
          </div>
          {checkError && <Alert>{faultText(checkError)}</Alert>}
        </Stack>
      </Section>
      {sheet && !checking && !checkError && (
        <>
          <Title order={2} mt="lg" mb="sm">
            {sheet.filename}
          </Title>
          {sheet.ignored.length > 0 && (
            <Alert tone="neutral" icon={IconInfoCircle} mb={12}>
              次の列は取り込みません：{sheet.ignored.join('、')}
            </Alert>
          )}
          {imported !== undefined && (
            <Alert tone="ok" mb={12} title={`${formatCount(imported)}名を下書きで登録しました`}>
              <p>
                <AppLink href={paths.performers({ status: 'draft' })}>下書きの一覧</AppLink>
                から書類を追加してください。
              </p>
            </Alert>
          )}
          <LeftLines {...importing} rows={sheet.rows} />
          <ImportTable key={sheet.id} {...importing} rows={sheet.rows} />
          {imported === undefined && <ImportBar sheet={sheet} importing={importing} />}
        </>
      )}
    </>
  )
}

/** What was not registered, to be mended and imported again. */
function LeftLines({ rows, taken, registered, imported }: LeftLinesProps) {
  const left = rows.filter(
    (row) =>
      ['new', 'invalid'].includes(row.result.state) && !isWanted(row, taken) && !registered.has(row.row),
  )
  if (left.length === 0) return null
  const save = async () => {
    try {
      saveFile(await leftLines(left), '登録していない行.xlsx')
    } catch {
      showToast('ファイルを作成できませんでした。もう一度お試しください。', 'bad')
    }
  }
  return (
    <Alert
      tone="wait"
      role="status"
      mb={12}
      title={`${formatCount(left.length)}行は登録${imported === undefined ? 'されません' : 'していません'}`}
    >
      <Group gap="sm">
        理由の列を付けて保存し、直してから取り込めます。
        <Button variant="default" leftSection={<IconDownload size={17} />} onClick={() => void save()}>
          登録しない行をダウンロード
        </Button>
      </Group>
    </Alert>
  )
}

type LeftLinesProps = Pick<ReturnType<typeof useImport>, 'taken' | 'registered' | 'imported'> & {
  rows: readonly CheckedRow[]
}

function faultText(error: Error): string {
  return error instanceof SheetFault ? error.message : failureText(error)
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
