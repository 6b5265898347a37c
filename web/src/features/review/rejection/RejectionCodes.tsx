import { Fieldset, Group, Text, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FieldBadge } from '../../../ui/FieldBadge.tsx'
import classes from './RejectDialog.module.css'

export interface RejectionCodesProps<Code extends string> {
  groups: readonly { readonly label: string; readonly codes: readonly Code[] }[]
  reasons: Readonly<Record<Code, { readonly label: string }>>
  chosen: readonly Code[]
  onToggle: (code: Code) => void
}

/** Reason codes in groups; several can be chosen. The dialog focuses the first one. */
export function RejectionCodes<Code extends string>({
  groups,
  reasons,
  chosen,
  onToggle,
}: RejectionCodesProps<Code>) {
  return (
    <Fieldset
      variant="unstyled"
      mb="md"
      mx={0}
      styles={{ legend: { marginBottom: 8 } }}
      legend={
        <Legend title="差し戻しの理由" note="複数選べます">
          <FieldBadge kind="required" />
        </Legend>
      }
    >
      {groups.map((group, groupIndex) => (
        <div key={group.label} className={classes.codes}>
          <Text span fz="xs" c="dimmed">
            {group.label}
          </Text>
          <Group component="span" gap={6}>
            {group.codes.map((code, index) => {
              const pressed = chosen.includes(code)
              return (
                <UnstyledButton
                  key={code}
                  className={classes.code}
                  aria-pressed={pressed}
                  onClick={() => onToggle(code)}
                  data-autofocus={(groupIndex === 0 && index === 0) || undefined}
                >
                  {pressed && <IconCheck size={15} stroke={2.1} aria-hidden />}
                  {reasons[code].label}
                </UnstyledButton>
              )
            })}
          </Group>
        </div>
      ))}
    </Fieldset>
  )
}

interface LegendProps {
  title: string
  note: string
  /** A badge. */
  children?: ReactNode
}

/** The name of a group of buttons, with a note. */
export function Legend({ title, note, children }: LegendProps) {
  return (
    <Text component="span" display="block" fw={700}>
      {title} {children}
      <Text component="small" ml="xs" fz="xs" fw={400} c="dimmed">
        {note}
      </Text>
    </Text>
  )
}
