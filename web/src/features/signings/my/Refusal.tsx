import { refuseSigning } from '@kyc/contract/performer-page.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import { PageConfirm } from './PageConfirm.tsx'
import type { SigningCalls } from './page-calls.ts'
import { useTexts } from './use-texts.ts'

/** Refuses the contract in two taps, without a reason. */
export function Refusal({ session, signing, onSession, onError }: SigningCalls) {
  const texts = useTexts()
  const [asking, setAsking] = useState(false)
  const refusal = useLinkCall(
    () => call(refuseSigning, { params: { id: session.id, signing: signing.id } }),
    onSession,
    onError,
  )
  return (
    <>
      <Button variant="outline" color="red" fullWidth onClick={() => setAsking(true)}>
        {texts.refuse}
      </Button>
      {asking && (
        <PageConfirm
          title={texts.refuseTitle}
          confirm={texts.refuseConfirm}
          busy={refusal.busy}
          error={refusal.error}
          onConfirm={() => refusal.run(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>{texts.refuseText(session.organisationName)}</p>
        </PageConfirm>
      )}
    </>
  )
}
