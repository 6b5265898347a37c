import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MailAddress } from './MailAddress.tsx'
import { Timestamp } from './Timestamp.tsx'

afterEach(cleanup)

const thisYear = `${new Date().getFullYear()}`

test('in a list, the current year is a part of its own, which phones omit', () => {
  const { container } = render(<Timestamp listed at={`${thisYear}-06-20T04:42:00Z`} />)
  expect(container.textContent).toBe(`${thisYear}年6月20日 13:42`)
  expect(container.querySelector('span')?.textContent).toBe(`${thisYear}年`)
})

test.each([
  { listed: true, at: '2019-06-20T04:42:00Z' },
  { listed: false, at: `${thisYear}-06-20T04:42:00Z` },
])('$at keeps its year with listed=$listed', (props) => {
  expect(render(<Timestamp {...props} />).container.querySelector('span')).toBeNull()
})

test('an address wraps after @ and before dots', () => {
  const { container } = render(<MailAddress address="hanako.yamada@mail.example.com" />)
  expect(container.innerHTML).toBe('hanako<wbr>.yamada@<wbr>mail<wbr>.example<wbr>.com')
})
