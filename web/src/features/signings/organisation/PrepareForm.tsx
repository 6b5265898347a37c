import { type LinkLanguage, linkLanguages } from '@kyc/contract/consent.ts'
import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import { listTemplates } from '@kyc/contract/contract-templates.ts'
import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { type EnteredFact, enteredFacts, signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { createSigning } from '@kyc/contract/signings.ts'
import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { contractFactLabels } from '@kyc/contract/title-vocabulary.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { failedQuery } from '../../../api/failed-query.ts'
import { callQuery } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import { Form } from '../../../ui/Form.tsx'
import { FormGuard } from '../../../ui/LeaveGuard.tsx'
import { Section } from '../../../ui/Section.tsx'
import { CardsSkeleton } from '../../../ui/Skeletons.tsx'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { factDescriptions, knownFacts, translatedFacts } from './contract-facts.ts'
import { refreshSignings } from './signing-queries.ts'
import { TalkField, type TextField } from './TalkField.tsx'

interface PrepareFormProps {
  video: Video
  facts: VideoFacts
  performerId: string
  /** The draft to change, or an earlier signing whose words are used again. */
  former: Signing | undefined
  onDone: () => void
  onCancel?: (() => void) | undefined
}

/** Prepares contract and explanation sheet of an appearance from templates (D101). */
export function PrepareForm(props: PrepareFormProps) {
  const organisation = props.video.organisation.id
  const templates = useQuery(callQuery(listTemplates, { query: { organisation } }))
  if (templates.isPending) return <CardsSkeleton cards={2} height={220} minWidth={600} />
  if (!templates.data)
    return <ErrorState title="テンプレートを取得できませんでした" {...failedQuery(templates)} />
  return <Fields {...props} templates={templates.data} />
}

function Fields({
  video,
  facts,
  performerId,
  former,
  onDone,
  onCancel,
  templates,
}: PrepareFormProps & { templates: readonly ContractTemplate[] }) {
  const queries = useQueryClient()
  const refused = useRefused()
  const known = { organisation: video.organisation.name, title: video.title, performerId, facts }
  const cast = facts.appearances.filter((each) => each.performerId !== performerId)
  const firstLanguage: LinkLanguage = former?.language ?? 'ja'
  const form = useFormCall({
    initial: {
      paperLanguage: firstLanguage,
      contractTemplate: templateFor(templates, 'contract', firstLanguage, former?.contractTemplate?.id),
      sheetTemplate: templateFor(templates, 'explanationSheet', firstLanguage, former?.sheetTemplate?.id),
      ...knownFacts(firstLanguage, known),
      ...former?.facts,
      partnerIds: (former?.partnerIds ?? cast.map((each) => each.performerId)).filter((id) =>
        cast.some((each) => each.performerId === id),
      ),
      by: former?.talk.by ?? '',
      on: former?.talk.on ?? '',
      // Errors of the talk's language have this name in the contract.
      language: former?.talk.language ?? languageNames[firstLanguage],
    },
    schema: createSigning.body,
    body: ({ paperLanguage, contractTemplate, sheetTemplate, partnerIds, by, on, language, ...entered }) => ({
      language: paperLanguage,
      contractTemplate,
      sheetTemplate,
      facts: Object.fromEntries(enteredFacts.map((fact) => [fact, entered[fact]])),
      partnerIds,
      talk: { by, on, language },
    }),
    call: (body) => call(createSigning, { params: { id: video.id, performerId }, body }),
    onDone: async (_, reset) => {
      await refreshSignings(queries)
      reset()
      onDone()
    },
  })
  const { values } = form
  const changeLanguage = (chosen: string) => {
    const to = linkLanguages.find((each) => each === chosen) ?? values.paperLanguage
    form.change({
      ...translatedFacts(values, values.paperLanguage, to, known),
      paperLanguage: to,
      ...(values.language === languageNames[values.paperLanguage] && { language: languageNames[to] }),
      contractTemplate: templateFor(templates, 'contract', to),
      sheetTemplate: templateFor(templates, 'explanationSheet', to),
    })
  }
  const templateField = (name: 'contractTemplate' | 'sheetTemplate', type: PaperType, label: string) => (
    <NativeSelect
      size="md"
      label={<FieldLabel kind="required">{label}</FieldLabel>}
      aria-label={label}
      aria-required
      data={choicesOf(templates, type, values.paperLanguage)}
      value={values[name]}
      error={form.errors[name]}
      onChange={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
    />
  )
  return (
    <>
      <FormGuard form={form} />
      <Form
        state={form}
        gap="lg"
        failed="下書きを作成できませんでした"
        disabled={refused.disabled}
        foot={
          <Group justify="flex-end" gap="sm">
            {onCancel && (
              <Button variant="default" size="md" disabled={form.busy} onClick={onCancel}>
                キャンセル
              </Button>
            )}
            <BusyButton type="submit" size="md" busy={form.busy} busyText="作成中..." {...refused}>
              下書きを作成
            </BusyButton>
          </Group>
        }
      >
        <Section
          title="使うテンプレート"
          action={
            <AppLink href={paths.templates({ organisation: video.organisation.id })}>
              テンプレートの管理
            </AppLink>
          }
        >
          <Stack p="md" gap="md">
            <NativeSelect
              size="md"
              label="書面の言語"
              data={languageChoices}
              value={values.paperLanguage}
              onChange={({ currentTarget }) => changeLanguage(currentTarget.value)}
            />
            <SimpleGrid minColWidth="min(320px, 100%)">
              {templateField('contractTemplate', 'contract', '契約書のテンプレート')}
              {templateField('sheetTemplate', 'explanationSheet', '説明書面のテンプレート')}
            </SimpleGrid>
            <OwnPdfNote former={former} />
          </Stack>
        </Section>
        <Section title="契約書に書く内容" note="出演者が読む言葉のとおりに入力します">
          <Stack p="md" gap="md">
            {enteredFacts.map((fact) => (
              <FactField key={fact} fact={fact} field={form.field(fact)} />
            ))}
            {cast.length > 0 && (
              <Checkbox.Group
                label="相手役として記録する出演者"
                description="契約書の相手役と、動画の出演者を照らし合わせるために使います。"
                error={form.errors.partnerIds}
                value={values.partnerIds}
                onChange={(partnerIds) => form.change({ partnerIds })}
              >
                <Stack gap={6} mt={6}>
                  {cast.map(({ performerId: id, name }) => (
                    <Checkbox key={id} value={id} label={name} />
                  ))}
                </Stack>
              </Checkbox.Group>
            )}
          </Stack>
        </Section>
        <Section title="契約の説明" note="予定を入力し、説明のあとで記録します">
          <SimpleGrid p="md" minColWidth="min(220px, 100%)">
            <TalkField label="説明する人" field={form.field('by')} />
            <TalkField label="説明の日" type="date" field={form.field('on')} />
            <TalkField label="説明の言語" field={form.field('language')} />
          </SimpleGrid>
        </Section>
      </Form>
    </>
  )
}

/** Where a PDF of the organisation is chosen, and that one of the former signing is not taken over. */
function OwnPdfNote({ former }: { former: Signing | undefined }) {
  if (!former || (former.contractTemplate && former.sheetTemplate))
    return <p>自社のPDFを使う場合は、下書きを作成してから差し替えられます。</p>
  return (
    <Alert tone="wait" role="presentation">
      {former.state === 'draft'
        ? '差し替えた自社のPDFは、下書きを作り直すと失われます。作り直したあとで、もう一度差し替えてください。'
        : '前回の自社のPDFは引き継がれません。下書きを作成してから、もう一度差し替えてください。'}
    </Alert>
  )
}

function FactField({ fact, field }: { fact: EnteredFact; field: TextField }) {
  const label = contractFactLabels[fact]
  return (
    <Textarea
      size="md"
      label={<FieldLabel kind="required">{label}</FieldLabel>}
      aria-label={label}
      aria-required
      description={factDescriptions[fact]}
      autosize
      minRows={2}
      maxLength={signingLimits.factChars}
      {...field}
    />
  )
}

const languageNames = { ja: '日本語', en: '英語' } as const satisfies Record<LinkLanguage, string>
const languageChoices = linkLanguages.map((value) => ({ value, label: languageNames[value] }))

/** The templates of the organisation first, then the neutral ones. */
function choicesOf(templates: readonly ContractTemplate[], type: PaperType, language: LinkLanguage) {
  const fitting = templates.filter((each) => each.type === type && each.language === language)
  return [...fitting.filter(({ neutral }) => !neutral), ...fitting.filter(({ neutral }) => neutral)].map(
    ({ id, name, neutral }) => ({ value: id, label: neutral ? `${name}（法的助言ではありません）` : name }),
  )
}

/** The template that was used before, or else the first choice. */
function templateFor(
  templates: readonly ContractTemplate[],
  type: PaperType,
  language: LinkLanguage,
  before?: string,
): string {
  const choices = choicesOf(templates, type, language)
  return (choices.find(({ value }) => value === before) ?? choices[0])?.value ?? ''
}
