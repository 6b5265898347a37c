import { wordOf } from '@kyc/contract/labels.ts'
import { memberRoleLabels, organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import {
  acceptMembership,
  declineMembership,
  type OwnInvitation,
} from '@kyc/contract/organisation-members.ts'
import { Button, Group } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { useGo } from '../../ui/go.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { memberRoleNotes } from './member-roles.ts'
import { refreshOrganisations } from './organisation-queries.ts'

/** An invitation of the account, to accept or to decline. */
export function Invitation({ invitation }: { invitation: OwnInvitation }) {
  const { organisation, role, invitedBy, expiresAt } = invitation
  const queries = useQueryClient()
  const go = useGo()
  const [declining, setDeclining] = useState(false)
  const params = { id: organisation.id }
  const accept = useMutation({
    mutationFn: () => call(acceptMembership, { params }),
    onSuccess: async () => {
      await refreshOrganisations(queries)
      await go(paths.organisation({ organisation: organisation.id }))
      showToast(`「${organisation.name}」に参加しました`)
    },
    onError: (error) => showToast(failureText(error), 'bad'),
  })
  const onDeclined = async () => {
    setDeclining(false)
    await refreshOrganisations(queries)
    showToast(`「${organisation.name}」への招待を辞退しました`)
  }
  return (
    <Alert
      tone="neutral"
      icon={IconUserPlus}
      mb={16}
      title={`「${organisation.name}」（${wordOf(organisationKindLabels, organisation.kind)}）への招待が届いています`}
    >
      <p>
        {invitedBy}さんからの招待です。役割は「{memberRoleLabels[role]}」です。{memberRoleNotes[role]}
        <br />
        期限：
        <Timestamp at={expiresAt} />
      </p>
      <Group gap="xs" mt="sm">
        <BusyButton busy={accept.isPending} onClick={() => accept.mutate()}>
          参加する
        </BusyButton>
        <Button variant="default" disabled={accept.isPending} onClick={() => setDeclining(true)}>
          辞退する
        </Button>
      </Group>
      {declining && (
        <ActDialog
          title="招待の辞退"
          confirm="辞退する"
          danger
          act={() => call(declineMembership, { params })}
          onClose={() => setDeclining(false)}
          onDone={onDeclined}
        >
          <strong>{organisation.name}</strong>への招待を辞退しますか？
          <br />
          参加するには、もう一度招待が必要になります。
        </ActDialog>
      )}
    </Alert>
  )
}
