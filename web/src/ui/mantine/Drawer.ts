import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'

export { Drawer } from '@mantine/core'
