import type { Check, Examination } from './examine.ts'

const fromBackup =
  'Keys, boxes and files: restore what is damaged or missing from a backup. During storage:move, its last step copies missing files.'

const adviceFor: Readonly<Record<Check, string>> = {
  keys: fromBackup,
  boxes: fromBackup,
  files: fromBackup,
  store:
    'Files without a document or left by a crash: add --fix to delete them. The server deletes the latter daily.',
  log: 'Log: npm run audit:verify explains its faults.',
  schema:
    'Schema: it differs from the migrations of this version. If you did not change it, treat it as an incident (docs/security/incidents.md).',
}

/** What the operator reads about an examination. */
export function describeExamination({ faults, count, fixed }: Examination): string {
  return [
    ...faults.map(({ check, fault, id }) => `${check}: ${fault}: ${id}`),
    ...(count > faults.length ? [`… and ${count - faults.length} more`] : []),
    ...(fixed > 0 ? [`Deleted or queued for deletion: ${fixed} files.`] : []),
    count === 0 ? 'No faults.' : `Faults: ${count}.`,
    ...new Set(faults.map(({ check }) => adviceFor[check])),
  ].join('\n')
}
