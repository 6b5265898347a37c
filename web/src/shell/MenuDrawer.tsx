import { Button, Drawer, Group } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { LogoutButton } from '../session/LogoutButton.tsx'
import { useOrganisations } from '../session/use-organisations.ts'
import { useBackToClose } from '../ui/use-back-to-close.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { AccountName } from './AccountName.tsx'
import { Logo } from './Logo.tsx'
import classes from './MenuDrawer.module.css'
import { OrganisationList } from './OrganisationList.tsx'
import { SideMenu } from './SideMenu.tsx'

/** The side menu of small screens, with name, role and sign-out at the bottom. */
export function MenuDrawer({ onClose, onFind }: { onClose: () => void; onFind?: () => void }) {
  const several = (useOrganisations()?.length ?? 0) > 1
  useReturnFocus()
  useBackToClose(true, onClose)
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false} // by useBackToClose
      title={<Logo />}
      size={300}
      padding={0}
      closeButtonProps={{ 'aria-label': 'メニューを閉じる', size: 44, iconSize: 22 }}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
      aria-label="メニュー"
    >
      <div>
        {onFind && several && <OrganisationList onChoose={onClose} />}
        {onFind && (
          <Button
            variant="default"
            fullWidth
            mb="xs"
            leftSection={<IconSearch size={18} />}
            onClick={() => {
              onClose()
              onFind()
            }}
          >
            出演者・動画を検索
          </Button>
        )}
        <SideMenu onChoose={onClose} />
      </div>
      <Group justify="space-between" gap="xs" px="xs" className={classes.foot}>
        <AccountName onChoose={onClose} />
        <LogoutButton />
      </Group>
    </Drawer>
  )
}
