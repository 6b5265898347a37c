import { PasswordInput, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { renderPage } from '../testing/render.tsx'
import { BusyButton } from './BusyButton.tsx'
import { Form } from './Form.tsx'
import { FormDialog } from './FormDialog.tsx'
import { type FormCallOptions, useFormCall } from './use-form-call.ts'

const user = userEvent.setup()

interface Values {
  name: string
  email: string
}

type Options = Partial<FormCallOptions<Values, unknown>> & Pick<FormCallOptions<Values, unknown>, 'call'>

function Page(options: Options) {
  const form = useFormCall({ initial: { name: '', email: '' }, ...options })
  return (
    <Form
      state={form}
      failed="送信できませんでした"
      foot={
        <BusyButton type="submit" busy={form.busy} busyText="送信中...">
          送信
        </BusyButton>
      }
    >
      <TextInput label="氏名" {...form.field('name')} />
      <TextInput label="メールアドレス" {...form.field('email')} />
    </Form>
  )
}

const taken = new ApiError({
  code: 'EMAIL_IN_USE',
  title: '既に使用されています。',
  status: 409,
  field: 'email',
})
const submit = () => screen.getByRole('button')

test('a refused value has the focus, in view, and nothing is sent', async () => {
  const call = vi.fn()
  await renderPage(
    <Page call={call} check={({ name }) => ({ name: name ? undefined : '入力してください。' })} />,
  )
  submit().focus()
  await user.keyboard('{Enter}')
  const name = screen.getByLabelText('氏名')
  expect(document.activeElement).toBe(name)
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(vi.mocked(name.scrollIntoView)).toHaveBeenCalledWith({ block: 'center' })
  expect(call).not.toHaveBeenCalled()
  await user.type(name, '山')
  expect(name.getAttribute('aria-invalid')).not.toBe('true')
})

test('values that the schema of the call refuses are not sent, and each error has its field', async () => {
  const call = vi.fn()
  const schema = z.strictObject({
    people: z.array(z.strictObject({ name: z.string().min(1, { error: '入力してください。' }) })),
    email: z.string().trim(),
  })
  const body = ({ name, email }: Values) => ({ people: [{ name }], email })
  await renderPage(
    <Page schema={schema as unknown as z.ZodType<Values>} body={body} call={(sent) => call(sent)} />,
  )
  await user.type(screen.getByLabelText('メールアドレス'), ' a@example.com ')
  await user.click(submit())
  await screen.findByText('入力してください。')
  expect(document.activeElement).toBe(screen.getByLabelText('氏名'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(call).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('氏名'), '山')
  await user.click(submit())
  expect(call).toHaveBeenCalledWith({ people: [{ name: '山' }], email: 'a@example.com' })
})

test('an error of the schema that has no field appears above the button', async () => {
  const schema = z.object({ version: z.int() }) as unknown as z.ZodType<Values>
  await renderPage(<Page schema={schema} call={vi.fn()} />)
  await user.click(submit())
  expect((await screen.findByRole('alert')).textContent).toBe(
    '送信できませんでした入力内容を確認してください。',
  )
})

test('a refused password has the focus too', async () => {
  function PasswordPage() {
    const form = useFormCall({
      initial: { password: '' },
      check: () => ({ password: '入力してください。' }),
      call: async () => {},
    })
    return (
      <Form state={form} foot={<button type="submit">送信</button>}>
        <PasswordInput label="パスワード" {...form.field('password')} />
      </Form>
    )
  }
  await renderPage(<PasswordPage />)
  await user.click(screen.getByRole('button', { name: '送信' }))
  expect(document.activeElement).toBe(screen.getByLabelText('パスワード'))
})

test('a problem that names its field appears there and nowhere else', async () => {
  await renderPage(<Page call={() => Promise.reject(taken)} />)
  await user.click(submit())
  await screen.findByText('既に使用されています。')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('メールアドレス'))
})

test('a problem of no field appears once, above the button, and leaves with the next change', async () => {
  const broken = new ApiError({ code: 'CONFLICT', title: '重なりました。', status: 409 })
  await renderPage(<Page call={() => Promise.reject(broken)} />)
  await user.click(submit())
  expect((await screen.findByRole('alert')).textContent).toBe('送信できませんでした重なりました。')
  await user.type(screen.getByLabelText('氏名'), '山')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the button keeps the focus while the call runs, and a second Enter sends nothing', async () => {
  let finish = () => {}
  const call = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  await renderPage(<Page call={call} />)
  submit().focus()
  await user.keyboard('{Enter}')
  await screen.findByText('送信中...')
  // In a browser, a disabled button would lose the focus.
  expect(submit()).toHaveProperty('disabled', false)
  expect(document.activeElement).toBe(submit())
  await user.keyboard('{Enter}')
  finish()
  await screen.findByText('送信')
  expect(document.activeElement).toBe(submit())
  expect(call).toHaveBeenCalledTimes(1)
})

test('the idempotency key stays for a retry and changes with the values', async () => {
  const keys: string[] = []
  const call = async (_: Values, key: string) => {
    keys.push(key)
    throw taken
  }
  await renderPage(<Page call={call} />)
  await user.click(submit())
  await user.click(submit())
  await user.type(screen.getByLabelText('氏名'), '山')
  await user.click(submit())
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

function PageWithPopup({ popup }: { popup: () => Promise<unknown> }) {
  const form = useFormCall({ initial: { name: '' }, call: async () => {}, textOf: (error) => error.message })
  return (
    <Form state={form}>
      <button type="button" onClick={() => form.run(popup)}>
        別の方法
      </button>
    </Form>
  )
}

test('an act next to the form shows its failure like the call, until its next try', async () => {
  let fails = true
  await renderPage(
    <PageWithPopup popup={async () => (fails ? Promise.reject(new Error('閉じられました。')) : null)} />,
  )
  await user.click(submit())
  expect((await screen.findByRole('alert')).textContent).toBe('閉じられました。')
  fails = false
  await user.click(submit())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

function EditDialog({ onClose }: { onClose: () => void }) {
  const form = useFormCall({ initial: { name: '山田', email: '' }, call: async () => {}, onDone: onClose })
  return (
    <FormDialog title="編集" submit="保存" state={form} onClose={onClose}>
      <TextInput label="氏名" {...form.field('name')} />
    </FormDialog>
  )
}

test('a form dialog asks before it discards a change, and not after saving', async () => {
  const onClose = vi.fn()
  await renderPage(<EditDialog onClose={onClose} />)
  await user.type(await screen.findByLabelText('氏名'), '子')
  await user.click(screen.getByRole('button', { name: 'キャンセル' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: '編集を続ける' }))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(screen.queryByText('入力した内容を破棄しますか')).toBeNull()
})
