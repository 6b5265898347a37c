import { getConfig } from '@kyc/contract/system.ts'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { openProvider, type Provider, type ProviderSignIn } from './provider.ts'
import { englishMessage } from './provider-messages.ts'

/** Signs in at the provider, then sends its token to our server by the navigation of spec §2. */
export function useProviderSignIn() {
  const provider = useRef<Promise<Provider> | null>(null)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const run = async (signIn: (opened: Provider) => Promise<ProviderSignIn>) => {
    setBusy(true)
    setMessage(null)
    try {
      provider.current ??= call(getConfig).then(openProvider)
      const { idToken } = await signIn(await provider.current)
      location.assign(paths.firebaseSso(idToken))
    } catch (error) {
      // If the SDK failed to load, the next try loads it again.
      await provider.current?.catch(() => {
        provider.current = null
      })
      setMessage(englishMessage(error))
      setBusy(false)
    }
  }
  return {
    busy,
    message,
    withGoogle: () => run((opened) => opened.signInWithGoogle()),
    withPassword: (email: string, password: string) =>
      run((opened) => opened.signInWithPassword(email, password)),
  }
}
