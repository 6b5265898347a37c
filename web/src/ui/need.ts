/** Whether a field or a file of a form must be filled in. */
export type Need = 'required' | 'recommended' | 'optional'

export const needLabels = {
  required: '必須',
  recommended: '推奨',
  optional: '任意',
} as const satisfies Record<Need, string>
