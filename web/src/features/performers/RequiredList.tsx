import { Divider, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Section } from '../../ui/Section.tsx'
import { jumpTo } from './jump-to.ts'
import classes from './RequiredList.module.css'
import type { RegistrationForm } from './registration-form.ts'
import { missingRequired, requiredCount, requiredItems } from './required-items.ts'

/** The required items of a registration; each jumps to its field. */
export function RequiredList({ form }: { form: RegistrationForm }) {
  const items = requiredItems(form)
  const done = requiredCount - missingRequired(form).length
  return (
    <Section
      title="必須項目"
      action={
        <Text span size="xs" c="dimmed">
          <Text span inherit fw={700} c="var(--app-text)">
            {done}
          </Text>{' '}
          / {requiredCount} 完了
        </Text>
      }
    >
      <Stack component="ul" gap={0} p="xs" lh="sm">
        {items.map((item) => (
          <li key={item.label}>
            <UnstyledButton className={classes.item} onClick={() => jumpTo(item.target)}>
              {item.done ? (
                <IconCircleCheck size={18} color="var(--app-ok-text)" aria-hidden />
              ) : (
                <IconCircleDashed size={18} color="var(--app-text-3)" aria-hidden />
              )}
              <span>
                {item.label}
                {item.done && <VisuallyHidden>（完了）</VisuallyHidden>}
                {item.note && (
                  <Text span display="block" size="xs" c="yellow">
                    {item.note}
                  </Text>
                )}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
      <Divider />
      <Text size="xs" c="dimmed" px="md" py="sm">
        登録後は管理者が審査し、結果をメールでお知らせします。
      </Text>
    </Section>
  )
}
