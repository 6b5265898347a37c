import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { openDraft } from '@kyc/contract/signings.ts'
import { useQuery } from '@tanstack/react-query'
import { callFile } from '../../../api/call.ts'
import { failedQuery } from '../../../api/failed-query.ts'
import { keyOf } from '../../../api/queries.ts'
import { useSession } from '../../../session/use-session.ts'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { OpeningGate } from '../../documents/viewer/OpeningGate.tsx'
import { PaperLoading, PaperPages } from '../paper/PaperPages.tsx'
import classes from './DraftDialog.module.css'

interface DraftDialogProps {
  signing: Signing
  type: PaperType
  onClose: () => void
}

/** A paper of a signing, as the performer reads it; an auditor is asked for the reason first (D67). */
export function DraftDialog({ signing, type, onClose }: DraftDialogProps) {
  const { isAuditor } = useSession()
  const draft = <Draft signing={signing} type={type} />
  return (
    <Dialog
      title={paperTypeLabels[type]}
      size={760}
      onClose={onClose}
      footer={<DialogCancel>閉じる</DialogCancel>}
    >
      <div className={classes.paper}>
        {isAuditor ? <OpeningGate performerId={signing.performerId}>{draft}</OpeningGate> : draft}
      </div>
    </Dialog>
  )
}

function Draft({
  signing: { id, language, contractSha256, sheetSha256 },
  type,
}: Omit<DraftDialogProps, 'onClose'>) {
  const params = { id, type }
  const file = useQuery({
    // The key has the hash, so that a replaced draft is fetched again.
    queryKey: [...keyOf(openDraft, { params }), type === 'contract' ? contractSha256 : sheetSha256],
    queryFn: ({ signal }) => callFile(openDraft, { params, signal }),
    staleTime: 'static',
    gcTime: 0,
  })
  if (file.isPending) return <PaperLoading />
  if (!file.data) return <ErrorState title="書面を取得できませんでした" {...failedQuery(file)} />
  const { blob, filename } = file.data
  return (
    <PaperPages
      blob={blob}
      filename={filename ?? `${paperTypeLabels[type]}.pdf`}
      language={language}
      pages={1}
    />
  )
}
