import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { PageSigning } from '@kyc/contract/page-session.ts'
import { openSigningPaper } from '@kyc/contract/performer-page.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { callFile } from '../../../api/call.ts'
import { keyOf } from '../../../api/queries.ts'
import { useErrorText } from '../../performer-links/frame/language.ts'
import { PaperFailed, PaperLoading, PaperPages, type PaperPagesProps } from '../paper/PaperPages.tsx'
import { useTexts } from './use-texts.ts'

interface SigningPaperProps extends Pick<PaperPagesProps, 'onSeen'> {
  pageId: string
  signing: PageSigning
  type: PaperType
  onError: (error: unknown) => void
}

/** The contract or the explanation sheet of a signing, to read. */
export function SigningPaper({ pageId, signing, type, onSeen, onError }: SigningPaperProps) {
  const texts = useTexts()
  const errorText = useErrorText()
  const params = { id: pageId, signing: signing.id, type }
  // Each opening creates an audit entry, so the file is never refetched automatically.
  const file = useQuery({
    queryKey: keyOf(openSigningPaper, { params }),
    queryFn: ({ signal }) => callFile(openSigningPaper, { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { error } = file
  const report = useEffectEvent(onError)
  useEffect(() => {
    if (error) report(error)
  }, [error])
  if (error) return <PaperFailed text={errorText(error)} onRetry={() => void file.refetch()} />
  if (!file.data) return <PaperLoading />
  const { blob, filename } = file.data
  return (
    <PaperPages
      blob={blob}
      filename={filename ?? `${texts[type === 'contract' ? 'contractTitle' : 'sheetTitle']}.pdf`}
      language={signing.language}
      pages={type === 'contract' ? signing.contractPages : 1}
      {...(onSeen && { onSeen })}
    />
  )
}
