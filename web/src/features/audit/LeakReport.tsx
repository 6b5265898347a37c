import {
  type LeakReportKind,
  leakReport,
  leakReportKinds,
  leakReportLabels,
} from '@kyc/contract/leak-report.ts'
import type { Leak } from '@kyc/contract/leaks.ts'
import { Box, Button, Group, SegmentedControl, Textarea } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { saveFile } from '../../ui/save-file.ts'

const kinds = leakReportKinds.map((kind) => ({ value: kind, label: leakReportLabels[kind] }))

/** The draft of a report as text, whose blanks can be filled in before it is copied. Nothing of it is stored. */
export function LeakReport({ leak }: { leak: Leak }) {
  const [kind, setKind] = useState<LeakReportKind>('prompt')
  const [edited, setEdited] = useState<Partial<Record<LeakReportKind, string>>>({})
  const draft = edited[kind] ?? leakReport(kind, { ...leak, exports: leak.exportCount })
  const label = `${leakReportLabels[kind]}の下書き`
  return (
    <Section title="報告の下書き">
      <Box p="md">
        <SegmentedControl
          data={kinds}
          value={kind}
          onChange={(value) => setKind(value as LeakReportKind)} // a value of `kinds`
          aria-label="報告の種類"
          mb="sm"
        />
        <Textarea
          label={label}
          description="【　】を記入してから、コピーまたはダウンロードしてください。ここに記入した内容は保存されません。"
          rows={18}
          value={draft}
          onChange={(event) => setEdited({ ...edited, [kind]: event.currentTarget.value })}
        />
        <Group mt="sm" gap="xs">
          <CopyButton worded value={draft} label="下書きをコピー" />
          <Button
            variant="default"
            leftSection={<IconDownload size={17} />}
            onClick={() => saveFile(new Blob([draft], { type: 'text/plain;charset=utf-8' }), `${label}.txt`)}
          >
            テキストでダウンロード
          </Button>
        </Group>
      </Box>
    </Section>
  )
}
