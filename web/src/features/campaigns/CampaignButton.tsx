import type { CampaignSelection } from '@kyc/contract/campaigns.ts'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useRegisterRefusal } from '../../session/use-organisations.ts'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { CampaignDialog } from './CampaignDialog.tsx'

/** Opens the dialog that starts a campaign for a selection of performers (D111). */
export function CampaignButton({ selection }: { selection: CampaignSelection }) {
  const refusal = useRegisterRefusal()
  const [open, setOpen] = useState(false)
  return (
    <>
      <GuardedButton
        refusal={refusal}
        variant="default"
        leftSection={<IconMailForward size={17} />}
        onClick={() => setOpen(true)}
      >
        まとめて依頼
      </GuardedButton>
      {open && <CampaignDialog selection={selection} onClose={() => setOpen(false)} />}
    </>
  )
}
