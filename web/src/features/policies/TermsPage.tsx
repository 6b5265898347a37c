import { PolicyPage } from './PolicyPage.tsx'
import { terms } from './terms-text.ts'

/** /terms. */
export function TermsPage() {
  return <PolicyPage title="利用規約" articles={terms} contract />
}
