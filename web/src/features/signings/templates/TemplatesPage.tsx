import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { Box, Button, Stack, Table, Text } from '@mantine/core'
import { IconCopyPlus, IconFileText } from '@tabler/icons-react'
import { failedQuery } from '../../../api/failed-query.ts'
import { paths } from '../../../paths.ts'
import { EditRefusal, useRefused } from '../../../session/EditRefusal.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { ListTable, RowLink } from '../../../ui/ListTable.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { RefetchFailed } from '../../../ui/RefetchFailed.tsx'
import { Section } from '../../../ui/Section.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { languageNames, useTemplateOwner, useTemplates } from './template-queries.ts'

/** /organisation/templates: the texts of contracts and explanation sheets (D101). */
export function TemplatesPage() {
  const organisation = useTemplateOwner()
  const templates = useTemplates(organisation)
  return (
    <>
      <PageHeader
        title="契約書のテンプレート"
        back={{ label: '組織', href: paths.organisation({ organisation }) }}
      >
        署名を依頼するときに使う、契約書と説明書面の文章です。
      </PageHeader>
      <RefetchFailed query={templates.data ? templates : []} />
      {templates.isPending && <TableSkeleton rows={4} columns={['1fr', '120px', '96px', '200px']} />}
      {templates.isError && !templates.data && (
        <ErrorState title="テンプレートを取得できませんでした" {...failedQuery(templates)} />
      )}
      {organisation !== undefined && templates.data && (
        <EditRefusal organisation={organisation}>
          <Lists organisation={organisation} templates={templates.data} />
        </EditRefusal>
      )}
    </>
  )
}

interface ListsProps {
  organisation: string
  templates: readonly ContractTemplate[]
}

/** Rows are cards on a narrow screen. */
const cards = { base: 'sm', sm: 0 }

function Lists({ organisation, templates }: ListsProps) {
  const own = templates.filter(({ neutral }) => !neutral)
  const neutral = templates.filter((each) => each.neutral)
  return (
    <Stack gap="lg">
      <Section title="自社のテンプレート">
        {own.length > 0 ? (
          <Box p={cards}>
            <OwnTemplates organisation={organisation} templates={own} />
          </Box>
        ) : (
          <EmptyState icon={IconFileText} title="自社のテンプレートはまだありません">
            下の見本をもとに、自社の文章を作成できます。見本のままでも署名を依頼できます。
          </EmptyState>
        )}
      </Section>
      <Section title="見本のテンプレート" note="法的助言ではありません">
        <Box p={cards}>
          <NeutralTemplates organisation={organisation} templates={neutral} />
        </Box>
      </Section>
    </Stack>
  )
}

function Head({ last }: { last: string }) {
  return (
    <>
      <Table.Th>名前</Table.Th>
      <Table.Th w={120}>書類</Table.Th>
      <Table.Th w={96}>言語</Table.Th>
      <Table.Th w={220}>{last}</Table.Th>
    </>
  )
}

function OwnTemplates({ organisation, templates }: ListsProps) {
  return (
    <ListTable caption="自社のテンプレート" head={<Head last="最後の変更" />}>
      {templates.map(({ id, name, type, language, version, updatedAt, updatedBy }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <RowLink href={paths.template(id, { organisation })}>{name}</RowLink>
          </Table.Td>
          <Table.Td data-label="書類">{paperTypeLabels[type]}</Table.Td>
          <Table.Td data-label="言語">{languageNames[language]}</Table.Td>
          <Table.Td data-label="最後の変更">
            <span>
              第{version}版・{updatedAt && <Timestamp listed at={updatedAt} />}
              {updatedBy && (
                <Text span display="block" size="xs" c="dimmed">
                  {updatedBy}
                </Text>
              )}
            </span>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}

function NeutralTemplates({ organisation, templates }: ListsProps) {
  const { disabled, ...refused } = useRefused()
  return (
    <ListTable caption="見本のテンプレート" head={<Head last="自社のテンプレート" />}>
      {templates.map(({ id, name, type, language }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <RowLink href={paths.template(id, { organisation })}>{name}</RowLink>
            <Text span display="block" size="xs" c="dimmed">
              法的助言ではありません
            </Text>
          </Table.Td>
          <Table.Td data-label="書類">{paperTypeLabels[type]}</Table.Td>
          <Table.Td data-label="言語">{languageNames[language]}</Table.Td>
          <Table.Td data-label="">
            <MakeFrom id={id} name={name} organisation={organisation} disabled={disabled} {...refused} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}

interface MakeFromProps {
  id: string
  name: string
  organisation: string
  disabled: boolean
  'aria-describedby': string | undefined
}

/** Leads to a new template with the text of this one. */
export function MakeFrom({ id, name, organisation, disabled, ...described }: MakeFromProps) {
  const label = `${name}をもとに作成`
  const look = {
    variant: 'default',
    size: 'xs',
    leftSection: <IconCopyPlus size={16} />,
    'aria-label': label,
  }
  if (disabled)
    return (
      <Button {...look} disabled {...described}>
        もとに作成
      </Button>
    )
  return (
    <Button {...look} component={AppLink} href={paths.template('new', { organisation, from: id })}>
      もとに作成
    </Button>
  )
}
