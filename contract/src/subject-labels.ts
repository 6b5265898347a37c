import type { SubjectRequestKind, SubjectRequestOutcome } from './subjects.ts'

// The Japanese labels of requests of data subjects, apart from labels.ts: only their pages load them.

export const subjectRequestKindLabels = {
  disclosure: '開示',
  correction: '訂正',
  erasure: '削除・利用停止',
} as const satisfies Record<SubjectRequestKind, string>

export const subjectRequestStateLabels = {
  open: '未回答',
  granted: '応じた',
  partly: '一部に応じた',
  refused: '応じない',
} as const satisfies Record<'open' | SubjectRequestOutcome, string>
