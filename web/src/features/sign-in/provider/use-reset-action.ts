import { getConfig } from '@kyc/contract/system.ts'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { openProvider, type Provider } from './provider.ts'
import { japaneseMessage } from './provider-messages.ts'

type ResetState = 'checking' | 'open' | 'done' | 'closed'

/** Verifies the code of a reset link at the provider and sets the new password. */
export function useResetAction() {
  const { mode, oobCode } = useSearch({ from: '/public/auth/action' })
  const provider = useRef<Provider | null>(null)
  const [state, setState] = useState<ResetState>('checking')
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState<string | null>(null)

  useEffect(() => {
    let unmounted = false
    const close = (error: unknown) => {
      if (unmounted) return
      setMessage(japaneseMessage(error))
      setState('closed')
    }
    const check = async () => {
      // Other modes of provider links, such as verifying an address, are not supported.
      if (mode !== 'resetPassword' || !oobCode) throw invalidCode()
      provider.current = await openProvider(await call(getConfig))
      const address = await provider.current.checkResetCode(oobCode)
      if (unmounted) return
      setEmail(address)
      setState('open')
    }
    check().catch(close)
    return () => {
      unmounted = true
    }
  }, [mode, oobCode])

  const submit = async (password: string) => {
    setMessage(null)
    try {
      await provider.current?.resetPassword(oobCode ?? '', password)
      setState('done')
    } catch (error) {
      setMessage(japaneseMessage(error))
    }
  }
  return { state, email, message, submit }
}

function invalidCode(): Error {
  return Object.assign(new Error('not a reset link'), { code: 'auth/invalid-action-code' })
}
