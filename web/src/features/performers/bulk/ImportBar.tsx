import { failureText } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import bar from '../../../ui/bar.module.css'
import { formatCount } from '../../../ui/format.ts'
import { GuardedButton } from '../../../ui/GuardedButton.tsx'
import classes from './ImportBar.module.css'
import { type CheckedSheet, isWanted, type useImport } from './use-import.ts'

export interface ImportBarProps {
  sheet: CheckedSheet
  importing: Pick<ReturnType<typeof useImport>, 'start' | 'taken' | 'importing' | 'importError' | 'sent'>
}

/** The bar at the bottom: what an import would do, and its button. */
export function ImportBar({
  sheet,
  importing: { start, taken, importing, importError, sent },
}: ImportBarProps) {
  const count = (state: CheckedSheet['rows'][number]['result']['state']) =>
    sheet.rows.filter(({ result }) => result.state === state).length
  const created = sheet.rows.filter((row) => isWanted(row, taken)).length
  const refusal = refusalOf(created, sheet.registrationsLeft)
  const label = `${formatCount(created)}名を下書きで登録`
  return (
    <div className={bar.bar}>
      {importError && !importing && (
        <div className={bar.error}>
          <Alert>{failureText(importError)}もう一度登録すると、登録されていない行から続きます。</Alert>
        </div>
      )}
      <div className={bar.status} aria-live="polite">
        {importing
          ? `登録しています（${formatCount(sent)} / ${formatCount(created)}名）`
          : `登録 ${formatCount(created)}名、登録済み ${formatCount(count('existing') + count('differs'))}名、登録しない行 ${formatCount(count('new') - created + count('invalid'))}行`}
      </div>
      <div className={`${bar.buttons} ${classes.buttons}`}>
        {refusal === undefined ? (
          <BusyButton size="md" className={bar.act} busy={importing} busyText="登録中..." onClick={start}>
            {label}
          </BusyButton>
        ) : (
          <GuardedButton size="md" className={bar.act} refusal={refusal}>
            {label}
          </GuardedButton>
        )}
      </div>
    </div>
  )
}

function refusalOf(created: number, left: number): string | undefined {
  if (created === 0) return '新しく登録する行がありません。'
  if (created > left) return `今日はあと${formatCount(left)}名まで登録できます。ファイルを分けてください。`
  return undefined
}
