import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'

export { Modal } from '@mantine/core'
