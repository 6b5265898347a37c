import { Box, Flex, Group, Text, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './PageHeader.module.css'
import type { Back } from './way-back.ts'

export interface PageHeaderProps {
  title: string
  /** Window title if `title` names a record: the browser history stores window titles. */
  windowTitle?: string
  /** Count or state next to the title. */
  badge?: ReactNode
  /** Buttons at the right, at most one of them filled. */
  actions?: ReactNode
  back?: Back
  /** Text below the title. */
  children?: ReactNode
}

/** The header of a page with its only h1; also sets the window title. */
export function PageHeader({ title, windowTitle = title, badge, actions, back, children }: PageHeaderProps) {
  return (
    <Box component="header" mb="md">
      <title>{`${windowTitle}｜本人確認管理システム`}</title>
      {back && (
        <Flex
          component={AppLink}
          align="center"
          display="inline-flex"
          gap={4}
          mih={24}
          mb={4}
          fz="xs"
          href={back.href}
          state={back.state}
        >
          <IconChevronLeft size={18} aria-hidden />
          {back.label}
        </Flex>
      )}
      <div className={classes.parts}>
        <Group gap="4px 12px" mih={36} className={classes.heading}>
          <Title>{title}</Title>
          {badge}
        </Group>
        {actions && (
          <Group justify="flex-end" gap="xs" className={classes.actions}>
            {actions}
          </Group>
        )}
        {children && (
          <Text component="div" size="xs" c="dimmed" mt={4} className={classes.note}>
            {children}
          </Text>
        )}
      </div>
    </Box>
  )
}
