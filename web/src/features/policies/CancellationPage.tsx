import { cancellation, cancellationLead } from './cancellation-text.ts'
import { PolicyPage } from './PolicyPage.tsx'

/** /cancellation. */
export function CancellationPage() {
  return <PolicyPage title="キャンセルポリシー" lead={cancellationLead} articles={cancellation} />
}
