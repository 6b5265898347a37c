import { type PaperType, paperTypes } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import type { Paper } from '@kyc/contract/papers.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconEye, IconHistory, IconUpload } from '@tabler/icons-react'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { useSession } from '../../../session/use-session.ts'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import text from '../../../ui/text.module.css'
import { DocumentStateBadge } from '../../documents/DocumentStateBadge.tsx'
import type { PaperOpen } from './PaperDialogs.tsx'

interface PaperLinesProps {
  performerId: string
  name: string
  /** The papers of the video; undefined while they load. */
  papers: readonly Paper[] | undefined
  onOpen: (open: PaperOpen) => void
}

const fileLabels = {
  contract: '契約書のファイル',
  explanationSheet: '説明書面のファイル',
} as const satisfies Record<PaperType, string>

/** The contract and the explanation sheet of an appearance, as documents (D91). */
export function PaperLines({ performerId, name, papers, onOpen }: PaperLinesProps) {
  return paperTypes.map((type) => {
    const paper = papers?.find((each) => each.performerId === performerId && each.type === type)
    const label = `${name}の${paperTypeLabels[type]}`
    return (
      <Group key={type} component="li" gap="4px 16px" justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Group gap="xs">
            <strong>{fileLabels[type]}</strong>
            {paper ? (
              <DocumentStateBadge status={paper.status} />
            ) : (
              papers && <StateBadge tone="neutral">未提出</StateBadge>
            )}
          </Group>
          {paper && <PaperFacts paper={paper} />}
        </div>
        {papers && (
          <Group gap="xs" flex="none">
            {paper && (
              <>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconEye size={16} />}
                  aria-label={`${label}を表示`}
                  onClick={() => onOpen({ kind: 'view', papers: [paper], firstId: paper.id })}
                >
                  表示
                </Button>
                {paper.version > 1 && (
                  <Button
                    variant="default"
                    size="xs"
                    leftSection={<IconHistory size={16} />}
                    aria-label={`${label}の提出履歴`}
                    onClick={() => onOpen({ kind: 'versions', performerId, type })}
                  >
                    履歴
                  </Button>
                )}
              </>
            )}
            {paper && (
              <RejectButton label={label} paper={paper} onClick={() => onOpen({ kind: 'reject', paper })} />
            )}
            <SubmitButton
              label={label}
              paper={paper}
              onClick={() => onOpen({ kind: 'submit', performerId, type, current: paper })}
            />
          </Group>
        )}
      </Group>
    )
  })
}

function PaperFacts({ paper }: { paper: Paper }) {
  const { filename, uploadedAt, uploadedBy, rejection } = paper
  return (
    <>
      <Text size="xs" c="dimmed">
        {filename}・<Timestamp at={uploadedAt} /> 提出{uploadedBy && `（${uploadedBy}）`}
      </Text>
      {rejection && (
        <Text size="sm" c="red">
          {rejection.codes.map((code) => reasonOf(code)).join('、')}
        </Text>
      )}
      {rejection && (
        <Text size="sm" className={text.lines}>
          {rejection.message}
        </Text>
      )}
    </>
  )
}

/** Rejects an approved paper, if the approval was wrong. Waiting papers are decided on in the review. */
function RejectButton({ label, paper, onClick }: { label: string; paper: Paper; onClick: () => void }) {
  const { isAdmin } = useSession()
  if (!isAdmin || paper.status !== 'verified' || paper.ownWork) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconArrowBackUp size={16} />}
      aria-label={`${label}を差し戻し`}
      onClick={onClick}
    >
      差し戻し
    </Button>
  )
}

/** An approved paper is replaced by an admin only (D91). */
function SubmitButton({
  label,
  paper,
  onClick,
}: {
  label: string
  paper: Paper | undefined
  onClick: () => void
}) {
  const { isAdmin } = useSession()
  const refused = useRefused()
  if (paper?.status === 'verified' && !isAdmin) return null
  const act = !paper ? '提出' : paper.status === 'rejected' ? '再提出' : '差し替え'
  return (
    <Button
      variant={paper && paper.status !== 'rejected' ? 'default' : 'outline'}
      size="xs"
      leftSection={<IconUpload size={16} />}
      aria-label={`${label}を${act}`}
      {...refused}
      onClick={onClick}
    >
      {act}
    </Button>
  )
}
