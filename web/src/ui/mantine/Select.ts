import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'

export { Select } from '@mantine/core'
