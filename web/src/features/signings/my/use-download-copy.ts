import type { PageSigning } from '@kyc/contract/page-session.ts'
import { openSignedCopy } from '@kyc/contract/performer-page.ts'
import { useState } from 'react'
import { callFile } from '../../../api/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import type { PageCalls } from './page-calls.ts'
import { useTexts } from './use-texts.ts'

/** Saves the signed contract. */
export function useDownloadCopy({ session, signing, onError }: PageCalls & { signing: PageSigning }) {
  const texts = useTexts()
  const [done, setDone] = useState(false)
  const download = useLinkCall(
    () => callFile(openSignedCopy, { params: { id: session.id, signing: signing.id } }),
    ({ blob, filename }) => {
      saveFile(blob, filename ?? `${texts.contractTitle}.pdf`)
      setDone(true)
    },
    onError,
  )
  return { busy: download.busy, error: download.error, done, run: () => download.run(undefined) }
}
