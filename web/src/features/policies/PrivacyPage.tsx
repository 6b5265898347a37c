import { PolicyPage } from './PolicyPage.tsx'
import { privacy, privacyLead } from './privacy-text.ts'

/** /privacy. */
export function PrivacyPage() {
  return <PolicyPage title="プライバシーポリシー" lead={privacyLead} articles={privacy} />
}
