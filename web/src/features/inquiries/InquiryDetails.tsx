import { answerInquiry, type Inquiry, reopenInquiry } from '@kyc/contract/contact.ts'
import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { MailAddress } from '../../ui/MailAddress.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { answerLink } from './inquiry-view.ts'
import { Message } from './Message.tsx'

export interface InquiryDetailsProps {
  inquiry: Inquiry
  overdue: boolean
  onMarked: () => void
}

/** The whole inquiry and its actions. */
export function InquiryDetails({ inquiry, overdue, onMarked }: InquiryDetailsProps) {
  const queries = useQueryClient()
  const { isAuditor } = useSession()
  const answered = inquiry.state === 'answered'
  const mark = useMutation({
    mutationFn: () => call(answered ? reopenInquiry : answerInquiry, { params: { id: inquiry.id } }),
    onSuccess: async () => {
      onMarked()
      await queries.invalidateQueries({ queryKey: queryKey('inquiries') })
      showToast(answered ? 'お問い合わせを未対応に戻しました' : 'お問い合わせを対応済みにしました')
    },
  })
  return (
    <>
      <Message>{inquiry.message}</Message>
      <Facts
        facts={[
          ['メールアドレス', <MailAddress key="address" address={inquiry.email} />],
          answered
            ? [
                '対応済み',
                <>
                  {inquiry.answeredAt && <Timestamp at={inquiry.answeredAt} />}
                  {inquiry.answeredBy && `（${inquiry.answeredBy}）`}
                </>,
              ]
            : [
                '回答期限',
                <>
                  <Timestamp at={inquiry.answerBy} />
                  {overdue && '（過ぎています）'}
                </>,
              ],
          ['受付番号', inquiry.id],
        ]}
      />
      {mark.error && <Alert title="状態を変更できませんでした">{failureText(mark.error)}</Alert>}
      <Group gap="xs" mt="md">
        <Button
          component="a"
          href={answerLink(inquiry)}
          variant="default"
          leftSection={<IconMail size={17} />}
        >
          メールで回答
        </Button>
        {!isAuditor && (
          <BusyButton
            variant={answered ? 'default' : 'filled'}
            leftSection={answered ? <IconArrowBackUp size={17} /> : <IconCircleCheck size={17} />}
            busy={mark.isPending}
            onClick={() => mark.mutate()}
          >
            {answered ? '未対応に戻す' : '対応済みにする'}
          </BusyButton>
        )}
      </Group>
    </>
  )
}
