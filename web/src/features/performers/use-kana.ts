import { kanaFields, type PerformerField, performerFields } from '@kyc/contract/performer-fields.ts'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PerformerValues } from './registration-form.ts'

/**
 * Fills the names in kana when the focus leaves a roman name. Kana that were typed or corrected stay. Returns the handler
 * for the name fields.
 */
export function useKana(
  values: PerformerValues,
  onChange: (field: PerformerField, value: string) => void,
): (event: FocusEvent<HTMLInputElement>) => void {
  const [romans, setRomans] = useState<Readonly<Partial<Record<string, string>>>>({})
  const filled = useRef<Partial<Record<PerformerField, string>>>({})

  const fill = useEffectEvent((kanaOfRoman: (roman: string) => string) => {
    for (const field of kanaFields) {
      const kana = kanaOfRoman(romans[performerFields[field].reads] ?? '')
      const untouched = values[field] === '' || values[field] === filled.current[field]
      if (kana === '' || !untouched || kana === filled.current[field]) continue
      filled.current[field] = kana
      onChange(field, kana)
    }
  })

  useEffect(() => {
    if (Object.values(romans).every((roman) => !roman?.trim())) return
    let mounted = true
    // If the code fails to load, the kana stay empty: they are optional.
    import('./kana-of-roman.ts').then(
      ({ kanaOfRoman }) => mounted && fill(kanaOfRoman),
      () => undefined,
    )
    return () => {
      mounted = false
    }
  }, [romans])

  return ({ currentTarget: { name, value } }) => {
    if (!isRoman(name)) return
    setRomans((before) => (before[name] === value ? before : { ...before, [name]: value }))
  }
}

function isRoman(name: string): boolean {
  return kanaFields.some((field) => performerFields[field].reads === name)
}
