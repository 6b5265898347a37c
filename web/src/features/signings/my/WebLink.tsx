import { VisuallyHidden } from '@mantine/core'
import { useTexts } from './use-texts.ts'

/** An address that the producer entered: a link only if it leads to a web site. */
export function WebLink({ address, children }: { address: string; children?: string }) {
  const texts = useTexts()
  if (!/^https?:\/\//i.test(address)) return <span style={{ overflowWrap: 'anywhere' }}>{address}</span>
  return (
    <a href={address} target="_blank" rel="noreferrer noopener" style={{ overflowWrap: 'anywhere' }}>
      {children ?? address}
      <VisuallyHidden>{texts.newTab}</VisuallyHidden>
    </a>
  )
}
