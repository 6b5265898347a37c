import { Stack } from '@mantine/core'
import { IconBuilding, IconCheck } from '@tabler/icons-react'
import { useOrganisations } from '../session/use-organisations.ts'
import { useSwitchHref } from '../session/use-switch-href.ts'
import { AppLink } from '../ui/AppLink.tsx'
import text from '../ui/text.module.css'
import list from './OrganisationList.module.css'
import { organisationDetail, useSwitchedTo } from './OrganisationSwitcher.tsx'
import classes from './SideMenu.module.css'

/** The switcher of phones, in the drawer. */
export function OrganisationList({ onChoose }: { onChoose: () => void }) {
  const own = useOrganisations()
  const selected = useSwitchedTo()
  const hrefOf = useSwitchHref()
  return (
    <nav aria-label="組織の切り替え" className={list.list}>
      <Stack component="ul" gap={2}>
        {own?.map((each) => {
          const isSelected = each.id === selected?.id
          const Icon = isSelected ? IconCheck : IconBuilding
          return (
            <li key={each.id}>
              <AppLink
                href={hrefOf(each.id)}
                className={`${classes.item} ${list.item}`}
                data-current={isSelected}
                aria-current={isSelected ? 'true' : undefined}
                onClick={onChoose}
              >
                <Icon size={20} aria-hidden />
                <span>
                  {each.name}
                  <span className={text.second}>{organisationDetail(each)}</span>
                </span>
              </AppLink>
            </li>
          )
        })}
      </Stack>
    </nav>
  )
}
