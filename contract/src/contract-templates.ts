import { z } from 'zod'
import { linkLanguages } from './consent.ts'
import { paperTypes } from './document-vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { filled, id, instant } from './fields.ts'
import { inOrganisation, organisationProblems } from './record-fields.ts'
import { signingLimits } from './signing-vocabulary.ts'

// The texts of contracts and explanation sheets of an organisation (D101). `{{fee}}` is replaced by the text that was
// entered for this fact; the names are in template-check.ts. A line that starts with `# ` is a heading.

export const templateSchema = z.strictObject({
  /** `neutral-…` for those that come with the product, which no organisation changes. */
  id,
  type: z.enum(paperTypes),
  language: z.enum(linkLanguages),
  name: z.string(),
  text: z.string(),
  /** Increases with each change; a signing keeps the text that it was made from. */
  version: z.int(),
  neutral: z.boolean(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
})
export type ContractTemplate = z.infer<typeof templateSchema>

const content = {
  name: filled('テンプレート名', signingLimits.templateNameChars),
  text: filled('本文', signingLimits.templateChars, true),
}
const reply = { kind: 'json', status: 200, schema: templateSchema } as const

export const listTemplates = endpoint({
  name: 'contractTemplates.list',
  method: 'GET',
  path: '/contract-templates',
  summary: 'The templates of an organisation and the neutral ones, by type and name (D101)',
  who: 'user',
  query: z.object({ ...inOrganisation }),
  reply: { kind: 'json', status: 200, schema: z.array(templateSchema) },
  problems: ['INVALID_INPUT', ...organisationProblems],
})

export const createTemplate = endpoint({
  name: 'contractTemplates.create',
  method: 'POST',
  path: '/contract-templates',
  summary:
    'Add a template; a contract must have a place for each of the facts of the act. A repeated call changes nothing (D101)',
  who: 'user',
  query: z.object({ ...inOrganisation }),
  body: z.strictObject({
    type: z.enum(paperTypes, { error: '書類の種類を選択してください。' }),
    language: z.enum(linkLanguages, { error: '言語を選択してください。' }),
    ...content,
  }),
  reply: { ...reply, status: 201 },
  problems: ['INVALID_INPUT', 'ORGANISATION_ROLE', ...organisationProblems],
  // Entries about the organisation.
  audit: ['update'],
})

export const updateTemplate = endpoint({
  name: 'contractTemplates.update',
  method: 'PUT',
  path: '/contract-templates/{id}',
  summary: 'Change name and text of a template, which makes a new version; `version` is the one seen (D101)',
  who: 'user',
  params: z.strictObject({ id }),
  body: z.strictObject({ ...content, version: z.int({ error: '版を整数で指定してください。' }) }),
  reply,
  problems: ['INVALID_INPUT', 'TEMPLATE_NOT_FOUND', 'ORGANISATION_ROLE', 'CONFLICT'],
  audit: ['update'],
})

export const deleteTemplate = endpoint({
  name: 'contractTemplates.delete',
  method: 'DELETE',
  path: '/contract-templates/{id}',
  summary: 'Remove a template; signings that were made from it stay as they are',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'empty', status: 204 },
  problems: ['TEMPLATE_NOT_FOUND', 'ORGANISATION_ROLE'],
  audit: ['update'],
})
