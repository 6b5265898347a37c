import {
  type ContractTemplate,
  createTemplate,
  deleteTemplate,
  updateTemplate,
} from '@kyc/contract/contract-templates.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { templateFaults } from '@kyc/contract/template-check.ts'
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconCopyPlus, IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { failedQuery } from '../../../api/failed-query.ts'
import { paths } from '../../../paths.ts'
import { EditRefusal, useRefused } from '../../../session/EditRefusal.tsx'
import { ActDialog } from '../../../ui/ActDialog.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Columns } from '../../../ui/Columns.tsx'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useGo } from '../../../ui/go.tsx'
import { FormGuard } from '../../../ui/LeaveGuard.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { RecordFailed } from '../../../ui/RecordFailed.tsx'
import { Section } from '../../../ui/Section.tsx'
import { CardsSkeleton } from '../../../ui/Skeletons.tsx'
import text from '../../../ui/text.module.css'
import { showToast } from '../../../ui/toast.ts'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { PlaceholderList } from './PlaceholderList.tsx'
import {
  languageNames,
  notAdvice,
  refreshTemplates,
  useTemplateOwner,
  useTemplates,
} from './template-queries.ts'

/** /organisation/templates/:id: one template; with `new`, one that is made from another. */
export function TemplatePage() {
  const { id } = useParams({ from: '/signed-in/organisation/templates/$id' })
  const { from } = useSearch({ from: '/signed-in/organisation/templates/$id' })
  const organisation = useTemplateOwner()
  const templates = useTemplates(organisation)
  const isNew = id === 'new'
  const template = templates.data?.find((each) => each.id === (isNew ? from : id))
  const back = { label: '契約書のテンプレート', href: paths.templates({ organisation }) }
  if (templates.isPending || organisation === undefined)
    return (
      <>
        <PageHeader title="テンプレート" back={back} />
        <CardsSkeleton cards={1} height={420} minWidth={600} />
      </>
    )
  if (!template)
    return (
      <RecordFailed
        record="テンプレート"
        back={back}
        missingTitle="テンプレートが見つかりません"
        title="テンプレートを取得できませんでした"
        {...failedQuery(templates)}
        missing={templates.data !== undefined}
      />
    )
  const kind = `${paperTypeLabels[template.type]}・${languageNames[template.language]}`
  return (
    <EditRefusal organisation={organisation}>
      <PageHeader
        title={isNew ? 'テンプレートを作成' : template.name}
        windowTitle="テンプレート"
        back={back}
        actions={!isNew && !template.neutral && <OwnActs organisation={organisation} template={template} />}
      >
        {kind}
        {!isNew && template.neutral && notAdvice}
        {!isNew && !template.neutral && `・第${template.version}版`}
      </PageHeader>
      {!isNew && template.neutral ? (
        <NeutralText organisation={organisation} template={template} />
      ) : (
        <TemplateForm key={id} organisation={organisation} template={template} isNew={isNew} />
      )}
    </EditRefusal>
  )
}

interface TemplateProps {
  organisation: string
  template: ContractTemplate
}

function OwnActs({ organisation, template }: TemplateProps) {
  const queries = useQueryClient()
  const go = useGo()
  const refused = useRefused()
  const [deleting, setDeleting] = useState(false)
  const list = paths.templates({ organisation })
  return (
    <>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={17} />}
        {...refused}
        onClick={() => setDeleting(true)}
      >
        削除
      </Button>
      {!refused.disabled && (
        <Button
          component={AppLink}
          href={paths.template('new', { organisation, from: template.id })}
          variant="default"
          leftSection={<IconCopyPlus size={17} />}
        >
          もとに作成
        </Button>
      )}
      {deleting && (
        <ActDialog
          title="テンプレートを削除しますか"
          confirm="削除"
          danger
          act={() => call(deleteTemplate, { params: { id: template.id } })}
          onDone={async () => {
            await go(list, { replace: true })
            await refreshTemplates(queries)
            showToast('テンプレートを削除しました')
          }}
          onClose={() => setDeleting(false)}
        >
          「{template.name}」を削除します。このテンプレートから作成した書面は、そのまま残ります。
        </ActDialog>
      )}
    </>
  )
}

/** A template that comes with the product can only be read, or copied to be changed. */
function NeutralText({ organisation, template }: TemplateProps) {
  const refused = useRefused()
  return (
    <Stack gap="md">
      <Alert tone="neutral" role="presentation" icon={IconInfoCircle} title="見本のため、変更できません">
        そのまま使えます。自社に合わせるときは、これをもとに作成し、弁護士などの専門家にご確認ください。
      </Alert>
      <Section
        title="本文"
        action={
          !refused.disabled && (
            <Button
              component={AppLink}
              href={paths.template('new', { organisation, from: template.id })}
              size="xs"
              leftSection={<IconCopyPlus size={16} />}
            >
              これをもとに作成
            </Button>
          )
        }
      >
        <Text p="md" className={text.lines} lang={template.language}>
          {template.text}
        </Text>
      </Section>
    </Stack>
  )
}

function TemplateForm({ organisation, template, isNew }: TemplateProps & { isNew: boolean }) {
  const queries = useQueryClient()
  const go = useGo()
  const refused = useRefused()
  const area = useRef<HTMLTextAreaElement>(null)
  const { id, type, language, version } = template
  const form = useFormCall({
    initial: { name: isNew ? copyName(template) : template.name, text: template.text, version },
    check: (values) => ({ text: templateFaults(type, values.text).join('\n') || undefined }),
    call: ({ version: edited, ...body }) =>
      isNew
        ? call(createTemplate, { query: { organisation }, body: { type, language, ...body } })
        : call(updateTemplate, { params: { id }, body: { ...body, version: edited } }),
    onDone: async (saved, reset) => {
      await refreshTemplates(queries)
      reset()
      showToast(isNew ? 'テンプレートを作成しました' : 'テンプレートを保存しました')
      if (isNew) void go(paths.template(saved.id, { organisation }), { replace: true })
    },
  })
  const { values } = form
  const faults = templateFaults(type, values.text)
  const insert = (name: string) => {
    const field = area.current
    const [start, end] = field
      ? [field.selectionStart, field.selectionEnd]
      : [values.text.length, values.text.length]
    const inserted = `{{${name}}}`
    form.change({ text: values.text.slice(0, start) + inserted + values.text.slice(end) })
    // Moves the cursor behind the insertion, once the field contains it.
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(start + inserted.length, start + inserted.length)
    })
  }
  return (
    <>
      <FormGuard form={form} />
      <Form
        state={form}
        failed="保存できませんでした"
        disabled={refused.disabled}
        foot={
          <Group justify="flex-end">
            <BusyButton
              type="submit"
              size="md"
              busy={form.busy}
              {...refused}
              disabled={refused.disabled || (!isNew && !form.unsaved)}
            >
              {isNew ? '作成' : '保存'}
            </BusyButton>
          </Group>
        }
      >
        <TextInput
          size="md"
          label={<FieldLabel kind="required">テンプレート名</FieldLabel>}
          aria-label="テンプレート名"
          aria-required
          autoComplete="off"
          maxLength={signingLimits.templateNameChars}
          {...form.field('name')}
        />
        <Columns>
          <Stack gap="xs">
            <Textarea
              ref={area}
              size="md"
              label={<FieldLabel kind="required">本文</FieldLabel>}
              aria-label="本文"
              aria-required
              description="「# 」で始まる行は見出しになります。{{ }}で囲んだところに、入力した内容が入ります。"
              lang={language}
              autosize
              minRows={18}
              maxRows={36}
              maxLength={signingLimits.templateChars}
              {...form.field('text')}
              error={form.errors.text ? true : undefined}
            />
            <div aria-live="polite">
              {faults.length > 0 && (
                <Alert
                  tone={form.errors.text ? 'bad' : 'wait'}
                  role="presentation"
                  title="このままでは保存できません"
                >
                  {faults.map((fault) => (
                    <p key={fault}>{fault}</p>
                  ))}
                </Alert>
              )}
            </div>
          </Stack>
          <PlaceholderList
            type={type}
            text={values.text}
            disabled={refused.disabled || form.busy}
            onInsert={insert}
          />
        </Columns>
      </Form>
    </>
  )
}

function copyName({ name, neutral, language }: ContractTemplate): string {
  if (neutral) return name.slice(0, signingLimits.templateNameChars)
  const suffix = language === 'ja' ? 'のコピー' : ' (copy)'
  return name.slice(0, signingLimits.templateNameChars - suffix.length) + suffix
}
