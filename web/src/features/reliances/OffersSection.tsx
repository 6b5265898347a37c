import { acceptReliance, listOffers, type RelianceOffer } from '@kyc/contract/reliances.ts'
import { Box, Group, Stack, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { useGo } from '../../ui/go.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'

/**
 * Performers that an organisation may register on the check of another one (D126). Renders nothing while there are none
 * or they are loading: the list below is what the page is about.
 */
export function OffersSection({
  organisation,
  refused,
}: {
  organisation: string | undefined
  refused: boolean
}) {
  const offers = useQuery(callQuery(listOffers, { query: { organisation } }))
  if (!offers.data || offers.data.length === 0) return null
  return (
    <Box mb="md">
      <Section title="確認済みの結果で登録できる出演者">
        <Text px="md" pt="md" size="sm">
          出演者ご本人が、ほかの組織で承認された本人確認の結果を使うことを許可しました。書類なしで登録できます。
        </Text>
        <RuledList p="md" aria-label="確認済みの結果で登録できる出演者">
          {offers.data.map((offer) => (
            <Offer key={offer.id} offer={offer} refused={refused} />
          ))}
        </RuledList>
      </Section>
    </Box>
  )
}

function Offer({ offer, refused }: { offer: RelianceOffer; refused: boolean }) {
  const queries = useQueryClient()
  const go = useGo()
  const accept = useMutation({
    mutationFn: () => call(acceptReliance, { params: { id: offer.id } }),
    onSuccess: async ({ performerId }) => {
      await queries.invalidateQueries({ queryKey: queryKey('reliances') })
      await go(paths.performer(performerId))
    },
  })
  return (
    <Stack component="li" gap="xs">
      <Group justify="space-between" align="flex-start" gap="8px 16px">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <strong style={{ overflowWrap: 'anywhere' }}>{offer.name}</strong>
          <Text size="xs" c="dimmed">
            {offer.organisation}の確認による。
            <Timestamp listed at={offer.permittedAt} />に{offer.recipient.name}へ許可
          </Text>
        </Stack>
        <BusyButton
          leftSection={<IconUserCheck size={17} />}
          aria-label={`${offer.name}を登録する`}
          busy={accept.isPending}
          disabled={refused}
          onClick={() => accept.mutate()}
        >
          登録する
        </BusyButton>
      </Group>
      {accept.error && <Alert title={failureText(accept.error)} />}
    </Stack>
  )
}
