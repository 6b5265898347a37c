import type { ListedPerformer } from '@kyc/contract/performers.ts'
import { ActionIcon, Table } from '@mantine/core'
import { IconFileText, IconTrash, IconUserCircle } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { ListTable } from '../../ui/ListTable.tsx'
import text from '../../ui/text.module.css'
import { PerformerStateBadge } from '../performers/PerformerStateBadge.tsx'
import type { PerformerOpen } from './VideoPerformerDialogs.tsx'
import classes from './VideoPerformerTable.module.css'

export interface VideoPerformerTableProps {
  performers: readonly ListedPerformer[]
  onOpen: (open: PerformerOpen) => void
}

/** Performers of a video, each with the three actions of D24. */
export function VideoPerformerTable({ performers, onOpen }: VideoPerformerTableProps) {
  return (
    <ListTable
      caption="この動画の出演者"
      head={
        <>
          <Table.Th>氏名</Table.Th>
          <Table.Th w="30%">本人確認</Table.Th>
          <Table.Th w={148}>操作</Table.Th>
        </>
      }
    >
      {performers.map((performer) => (
        <PerformerRow key={performer.id} performer={performer} onOpen={onOpen} />
      ))}
    </ListTable>
  )
}

const buttonStyle = { variant: 'subtle', color: 'gray', size: 36, className: classes.act ?? '' } as const

function PerformerRow({
  performer,
  onOpen,
}: { performer: ListedPerformer } & Pick<VideoPerformerTableProps, 'onOpen'>) {
  const refused = useRefused()
  const href = paths.performer(performer.id)
  const name = `${performer.lastName} ${performer.firstName}`
  return (
    <Table.Tr>
      <Table.Td>
        <AppLink className={text.name} href={href}>
          {name}
        </AppLink>
        <span className={text.second}>
          {performer.lastNameRoman} {performer.firstNameRoman}
        </span>
      </Table.Td>
      <Table.Td>
        <PerformerStateBadge status={performer.status} relied={performer.relied} />
      </Table.Td>
      <Table.Td className={classes.acts} data-label="">
        <ActionIcon
          {...buttonStyle}
          component={AppLink}
          href={href}
          aria-label={`${name}の詳細`}
          title="詳細"
        >
          <IconUserCircle size={19} />
        </ActionIcon>
        <ActionIcon
          {...buttonStyle}
          aria-label={`${name}の書類`}
          aria-haspopup="dialog"
          title="書類"
          onClick={() => onOpen({ kind: 'documents', performer })}
        >
          <IconFileText size={19} />
        </ActionIcon>
        <ActionIcon
          {...buttonStyle}
          aria-label={`${name}をこの動画から削除`}
          aria-haspopup="dialog"
          title="削除"
          {...refused}
          onClick={() => onOpen({ kind: 'remove', performer })}
        >
          <IconTrash size={19} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}
