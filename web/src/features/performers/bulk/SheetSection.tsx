import { Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { failureText } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { FilePicker } from '../../../ui/FilePicker.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Section } from '../../../ui/Section.tsx'
import { SheetFault } from './import-lines.ts'

export interface SheetSectionProps {
  /** What the file is for, and its format. */
  text: string
  template: ReactNode
  importing: {
    sheet: { readonly filename: string; readonly ignored: readonly string[] } | undefined
    check: (file: File) => void
    checking: boolean
    checkError: Error | null
    importing: boolean
    /** The number of lines that the running dry run or import has done. */
    sent: number
  }
  /** What was found in the file, once it is checked. */
  children: ReactNode
}

/** The picker for the file of an import, the progress of its dry run, and below them the results of the file. */
export function SheetSection({ text, template, importing, children }: SheetSectionProps) {
  const { sheet, check, checking, checkError, sent } = importing
  return (
    <>
      <Section title="ファイル" action={template}>
        <Stack gap="sm" p="md">
          <Text c="dimmed" maw="64em">
            {text}
          </Text>
          <FilePicker accept=".xlsx,.csv" busy={checking || importing.importing} onChoose={check} />
          <div aria-live="polite">
            {checking && (
              <Group gap="xs">
                <Loader size={16} />
                内容を確認しています（{formatCount(sent)}行）
              </Group>
            )}
          </div>
          {checkError && (
            <Alert>{checkError instanceof SheetFault ? checkError.message : failureText(checkError)}</Alert>
          )}
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
          {children}
        </>
      )}
    </>
  )
}
