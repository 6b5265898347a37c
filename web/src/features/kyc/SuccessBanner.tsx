import { limits } from '@kyc/contract/limits.ts'
import { useEffect } from 'react'
import { Alert } from '../../ui/Alert.tsx'

export interface Banner {
  readonly message: string
}

/** Shows a success for five seconds (spec §4). A new object restarts the timer. */
export function SuccessBanner({ banner, onClose }: { banner: Banner | null; onClose: () => void }) {
  useEffect(() => {
    if (!banner) return
    const timer = setTimeout(onClose, limits.bannerClose)
    return () => clearTimeout(timer)
  }, [banner, onClose])
  return (
    // Rendered before its first text, so that screen readers announce the text.
    <div role="status">
      {banner && <Alert tone="ok" role="presentation" mb={16} title={banner.message} onClose={onClose} />}
    </div>
  )
}
