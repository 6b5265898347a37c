import { expect, expectAccessible, test } from '../setup/test.ts'
test('a', async ({ pageOf }) => {
  const page = await pageOf('user')
  await expectAccessible(page)
  await page.goto('/performers')
  await page.screenshot({ path: '/tmp/e1/a.png' })
  console.log(await page.locator('main').ariaSnapshot())
})
