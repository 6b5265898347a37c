import { listAuditLogs } from '@kyc/contract/audit.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { investigateLeak } from '@kyc/contract/leaks.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Box, Button, Paper, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { Form } from '../../ui/Form.tsx'
import { useGo } from '../../ui/go.tsx'
import { instantOfLocal, localMinute } from '../../ui/local-minute.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { type KnownNames, namesIn } from './audit-filter.ts'
import { LookupField } from './LookupField.tsx'
import { leakTitle } from './leak-words.ts'
import { useAccountMatches } from './use-matches.ts'

/** /audit-logs/leaks: begins the investigation of what a compromised account has seen. */
export function LeakStartPage() {
  const { isAdmin, readsAll } = useSession()
  if (!readsAll) return <Forbidden title={leakTitle} />
  return (
    <>
      <PageHeader
        title={leakTitle}
        back={{ label: '監査ログ', href: paths.auditLogs() }}
        actions={
          <Button
            variant="default"
            component={AppLink}
            href={paths.auditLogs({ action: 'read', resourceType: 'audit_log' })}
          >
            これまでの調査
          </Button>
        }
      >
        アカウントが第三者に使われたときや、端末を紛失したときに、そのアカウントが開いた出演者と書類を監査ログから数え、個人情報保護委員会への報告の下書きを作ります。
      </PageHeader>
      {isAdmin ? (
        <StartForm />
      ) : (
        <Alert tone="neutral" title="監査人は、新しい調査を始められません">
          管理者が始めた調査は、「これまでの調査」から開けます。
        </Alert>
      )}
    </>
  )
}

function StartForm() {
  const { account = '' } = useSearch({ from: '/signed-in/audit-logs/leaks' })
  const go = useGo()
  const [chosen, setChosen] = useState<KnownNames>({})
  const form = useFormCall({
    initial: {
      ...{ accountId: account, from: '', to: localMinute() },
      ...{ knownOn: dayInJapan(new Date()), reason: '' },
    },
    schema: investigateLeak.body,
    body: ({ from, to, ...values }) => ({ ...values, from: instantOfLocal(from), to: instantOfLocal(to) }),
    call: (body) => call(investigateLeak, { body }),
    onDone: ({ id }) => go(paths.leak(id)),
  })
  const { accountId } = form.values
  const names = { ...useAccountName(account), ...chosen }
  const select = (id: string | undefined, name?: string) => {
    if (id && name) setChosen({ [id]: name })
    form.change({ accountId: id ?? '' })
  }
  return (
    <Paper withBorder p="md" maw={760}>
      <Form
        state={form}
        failed="調査を始められませんでした"
        foot={
          <Box>
            <BusyButton type="submit" busy={form.busy}>
              調べる
            </BusyButton>
          </Box>
        }
      >
        <LookupField
          label="アカウント"
          placeholder="名前・アドレス・ID"
          value={accountId || undefined}
          names={names}
          useMatches={useAccountMatches}
          onSelect={select}
          size="md"
          required
          error={form.errors.accountId}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            size="md"
            type="datetime-local"
            label={<FieldLabel kind="required">期間の開始</FieldLabel>}
            aria-label="期間の開始"
            aria-required
            description="日本時間です。分からないときは早めの日時にします。"
            max={localMinute()}
            {...form.field('from')}
          />
          <TextInput
            size="md"
            type="datetime-local"
            label={<FieldLabel kind="required">期間の終了</FieldLabel>}
            aria-label="期間の終了"
            aria-required
            description="アカウントを止めた日時です。この分まで含みます。"
            {...form.field('to')}
          />
        </SimpleGrid>
        <TextInput
          size="md"
          type="date"
          maw={280}
          label={<FieldLabel kind="required">漏えいを知った日</FieldLabel>}
          aria-label="漏えいを知った日"
          aria-required
          description="速報と確報の期限は、この日から数えます。"
          max="9999-12-31"
          {...form.field('knownOn')}
        />
        <Textarea
          size="md"
          label={<FieldLabel kind="required">調査の理由</FieldLabel>}
          aria-label="調査の理由"
          aria-required
          description="誰が、誰を、なぜ調べたかを監査ログに記録します。"
          placeholder="例：11月20日に端末を紛失したとの届け出があったため"
          rows={3}
          maxLength={limits.textChars}
          {...form.field('reason')}
        />
      </Form>
    </Paper>
  )
}

/** The name of the account in the URL, from its newest entry; an account without an entry has nothing to count. */
function useAccountName(account: string): KnownNames {
  const newest = useQuery({
    ...pageQuery(listAuditLogs, { query: { userId: account, limit: 1 } }),
    enabled: account !== '',
  })
  return namesIn(newest.data?.items ?? [])
}
