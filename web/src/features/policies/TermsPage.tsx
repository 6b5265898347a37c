import { PolicyPage } from './PolicyPage.tsx'
import { terms } from './terms-text.ts'

/** /terms (spec §2). */
export function TermsPage() {
  return <PolicyPage title="利用規約" articles={terms} contract />
}
