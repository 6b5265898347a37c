import { z } from 'zod'
import { documentTypes } from './document-vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** What another record has in common with this one (D65). */
export const hintKinds = ['same_file', 'same_face_photo', 'similar_picture', 'same_person'] as const
export type HintKind = (typeof hintKinds)[number]

export const hintLabels = {
  same_file: '同じファイルが提出されています',
  same_face_photo: '同じ顔写真が提出されています',
  similar_picture: 'よく似た画像が提出されています',
  same_person: '氏名と生年月日が同じです',
} as const satisfies Record<HintKind, string>

export const hintSchema = z.strictObject({
  kind: z.enum(hintKinds),
  /** The document of this performer; null if the hint is about the performer. */
  documentType: z.enum(documentTypes).nullable(),
  /** The other performer, of the same organisation; null for all those of other organisations together. */
  performer: z.strictObject({ id, name: z.string() }).nullable(),
})
export type Hint = z.infer<typeof hintSchema>

export const listHints = endpoint({
  name: 'performers.hints',
  method: 'GET',
  path: '/performers/{id}/hints',
  summary:
    'Records with the same file, a similar picture, or the same name and date of birth: those of the organisation by name, for admins also whether there are others (D65)',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: z.array(hintSchema) },
  problems: ['PERFORMER_NOT_FOUND'],
})
