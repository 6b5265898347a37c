import { failureText } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import bar from '../../../ui/bar.module.css'
import { formatCount } from '../../../ui/format.ts'
import { GuardedButton } from '../../../ui/GuardedButton.tsx'
import type { CheckedFactLine, useFactImport } from './use-fact-import.ts'

export interface ImportFactsBarProps {
  rows: readonly CheckedFactLine[]
  importing: Pick<ReturnType<typeof useFactImport>, 'start' | 'importing' | 'importError' | 'sent'>
}

/** The bar at the bottom: what an import would do, and its button. */
export function ImportFactsBar({
  rows,
  importing: { start, importing, importError, sent },
}: ImportFactsBarProps) {
  const count = (state: CheckedFactLine['result']['state']) =>
    rows.filter(({ result }) => result.state === state).length
  const changed = count('changed')
  const label = `${formatCount(changed)}行を取り込む`
  return (
    <div className={bar.bar}>
      {importError && !importing && (
        <div className={bar.error}>
          <Alert>{failureText(importError)}もう一度取り込むと、取り込まれていない行から続きます。</Alert>
        </div>
      )}
      <div className={bar.status} aria-live="polite">
        {importing
          ? `取り込んでいます（${formatCount(sent)} / ${formatCount(changed)}行）`
          : `変わる行 ${formatCount(changed)}、変わらない行 ${formatCount(count('same'))}、エラー ${formatCount(count('invalid'))}`}
      </div>
      <div className={bar.buttons}>
        {changed > 0 ? (
          <BusyButton size="md" className={bar.act} busy={importing} busyText="取り込み中..." onClick={start}>
            {label}
          </BusyButton>
        ) : (
          <GuardedButton size="md" className={bar.act} refusal="変わる行がありません。">
            {label}
          </GuardedButton>
        )}
      </div>
    </div>
  )
}
