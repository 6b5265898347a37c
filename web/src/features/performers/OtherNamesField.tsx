import { limits } from '@kyc/contract/limits.ts'
import { type OtherName, type OtherNameKind, otherNameKindLabels } from '@kyc/contract/other-names.ts'
import { ActionIcon, Box, Button, Fieldset, Input, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { DayField } from '../documents/DayField.tsx'
import classes from './OtherNamesField.module.css'
import { otherNamesOf, otherNamesValue } from './other-names-value.ts'

interface OtherNamesFieldProps {
  id: string
  label: string
  hint: string | undefined
  /** See `otherNamesValue`. */
  value: string
  error: string | undefined
  readOnly: boolean
  onChange: (value: string) => void
}

/** A line for each other name of a performer (D98). */
export function OtherNamesField({ id, label, hint, value, error, readOnly, onChange }: OtherNamesFieldProps) {
  const names = otherNamesOf(value)
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const put = (lines: readonly OtherName[]) => onChange(otherNamesValue(lines))
  const set = (index: number, part: Partial<OtherName>) =>
    put(names.map((name, each) => (each === index ? { ...name, ...part } : name)))
  // Runs after the render, when the field of the new line exists.
  const focusName = () =>
    requestAnimationFrame(() =>
      [...(list.current?.querySelectorAll<HTMLInputElement>('[data-name]') ?? [])].at(-1)?.focus(),
    )
  return (
    <Fieldset
      variant="unstyled"
      id={id}
      className={classes.field}
      legend={label}
      aria-describedby={error && `${id}-error`}
    >
      {hint && <Input.Description>{hint}</Input.Description>}
      <div ref={list}>
        {names.map(({ kind, name, from, until }, index) => {
          const line = `${label} ${index + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a line keep no state of their own.
            <Box key={index} role="group" aria-label={line} className={classes.line}>
              <NativeSelect
                aria-label={`${line}の種類`}
                data={kinds}
                value={kind}
                disabled={readOnly}
                onChange={(event) => set(index, { kind: event.currentTarget.value as OtherNameKind })} // its choices
              />
              <TextInput
                data-name
                aria-label={`${line}の名前`}
                placeholder="名前"
                autoComplete="off"
                maxLength={limits.nameChars}
                value={name}
                readOnly={readOnly}
                onChange={(event) => set(index, { name: event.currentTarget.value })}
              />
              <DayField
                aria-label={`${line}を使い始めた日`}
                placeholder="使い始めた日"
                value={from ?? ''}
                readOnly={readOnly}
                onChange={(day) => set(index, { from: day || null })}
              />
              <DayField
                aria-label={`${line}を使い終えた日`}
                placeholder="使い終えた日"
                value={until ?? ''}
                readOnly={readOnly}
                onChange={(day) => set(index, { until: day || null })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`${line}を削除`}
                disabled={readOnly}
                onClick={() => {
                  put(names.toSpliced(index, 1))
                  add.current?.focus()
                }}
              >
                <IconX size={18} />
              </ActionIcon>
            </Box>
          )
        })}
      </div>
      <Button
        ref={add}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} />}
        disabled={readOnly || names.length >= limits.otherNames}
        onClick={() => {
          put([...names, { kind: 'stage', name: '', from: null, until: null }])
          focusName()
        }}
      >
        別名を追加
      </Button>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </Fieldset>
  )
}

const kinds = Object.entries(otherNameKindLabels).map(([value, label]) => ({ value, label }))
