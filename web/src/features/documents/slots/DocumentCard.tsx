import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { problems } from '@kyc/contract/problems.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconUpload } from '@tabler/icons-react'
import { useId } from 'react'
import { useSession } from '../../../session/use-session.ts'
import { useSubmitRefused } from '../closed-case.ts'
import type { DocumentOpen } from '../document-open.ts'
import { DocumentCardMenu } from './DocumentCardMenu.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'

export interface DocumentCardProps {
  doc: PerformerDocument
  /** Such as 1600×1200; undefined if unknown. */
  dimensions: string | undefined
  /** `decide` moves the focus to the decision. */
  onView: (decide: boolean) => void
  onOpen: (open: DocumentOpen) => void
}

/** The newest version of one slot, with the actions that the account may perform. */
export function DocumentCard({ doc, dimensions, onView, onOpen }: DocumentCardProps) {
  const { isAdmin } = useSession()
  const refused = useSubmitRefused()
  return (
    <DocumentFrame
      doc={doc}
      dimensions={dimensions}
      onView={() => onView(false)}
      menu={<DocumentCardMenu doc={doc} onDecide={() => onView(true)} onOpen={onOpen} />}
    >
      {isAdmin && doc.status === 'pending' && <Decisions doc={doc} onView={onView} onOpen={onOpen} />}
      {doc.status === 'rejected' && (
        <Group grow gap="xs" wrap="nowrap" px="sm" pb={4}>
          <Button
            variant="outline"
            leftSection={<IconUpload size={17} />}
            aria-label={`${documentTypeLabels[doc.type]}を再提出`}
            {...refused}
            onClick={() => onOpen({ kind: 'submit', types: [doc.type] })}
          >
            再提出
          </Button>
        </Group>
      )}
    </DocumentFrame>
  )
}

/** 承認 opens the document, so that no document is approved without having been opened. */
function Decisions({ doc, onView, onOpen }: Pick<DocumentCardProps, 'doc' | 'onView' | 'onOpen'>) {
  const label = documentTypeLabels[doc.type]
  const whyId = useId()
  const refused = useSubmitRefused()
  const why = doc.ownWork ? problems.FOUR_EYES.title : undefined
  const shared = doc.ownWork ? { disabled: true, 'aria-describedby': whyId } : refused
  return (
    <>
      {why && (
        <Text size="xs" c="dimmed" px="sm" pb={6} id={whyId}>
          {why}
        </Text>
      )}
      <Group grow gap="xs" wrap="nowrap" px="sm" pb={4}>
        <Button
          variant="outline"
          px={4}
          leftSection={<IconCheck size={17} />}
          aria-label={`${label}を承認`}
          {...shared}
          data-decide
          onClick={() => onView(true)}
        >
          承認
        </Button>
        <Button
          variant="outline"
          px={4}
          color="red"
          leftSection={<IconArrowBackUp size={17} />}
          aria-label={`${label}を差し戻し`}
          {...shared}
          onClick={() => onOpen({ kind: 'reject', doc })}
        >
          差し戻し
        </Button>
      </Group>
    </>
  )
}
