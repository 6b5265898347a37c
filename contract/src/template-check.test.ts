import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enteredFacts, signingLimits, templateFields } from './signing-vocabulary.ts'
import { placeholderLabel, placeholderOf, placeholders, templateFaults } from './template-check.ts'

const complete = ['title', ...enteredFacts].map((name) => `{{${name}}}`).join('\n')

describe('the text of a contract', () => {
  test('is accepted with a place for the title and for each fact that is entered', () => {
    expect(templateFaults('contract', complete)).toEqual([])
  })

  test.each(['title', ...enteredFacts] as const)(
    'is refused without a place for %s, which the message names',
    (missing) => {
      const [fault, ...others] = templateFaults('contract', complete.replace(`{{${missing}}}`, ''))
      expect(fault).toContain(`${placeholderLabel(missing)}（{{${missing}}}）`)
      expect(others).toEqual([])
    },
  )
})

test('an explanation sheet needs no placeholder, and may have every one', () => {
  expect(templateFaults('explanationSheet', '説明')).toEqual([])
  const all = placeholders.map((each) => `{{ ${each} }}`).join('')
  expect(templateFaults('explanationSheet', all)).toEqual([])
  expect(placeholders).toHaveLength(templateFields.length + 10)
})

test('an unknown placeholder is refused, and the message names it', () => {
  expect(templateFaults('explanationSheet', '{{fee}} {{salary}} {{constructor}} {{}}')).toEqual([
    '使用できない差し込みがあります：「salary」「constructor」「」',
  ])
})

test.each(['{{fee', 'fee}}', '{{fee}', '{{a{{fee}}'])('the unpaired braces of %s are refused', (text) => {
  expect(templateFaults('explanationSheet', text)).toContain(
    '差し込みの「{{」と「}}」の組み合わせが正しくありません。',
  )
})

test('single braces in a template are text', () => {
  expect(templateFaults('explanationSheet', '{fee} { } } {{{fee}}}')).toEqual([])
})

test('a placeholder that is used too often is refused, so that a paper has a limited size', () => {
  const text = '{{acts}}'.repeat(signingLimits.placeholderUses)
  expect(templateFaults('explanationSheet', text)).toEqual([])
  expect(templateFaults('explanationSheet', `${text}{{acts}}`)).toEqual([
    '同じ差し込みは10回まで使用できます：行為の具体的な内容（{{acts}}）',
  ])
})

test('any text gets short messages, and a long text is checked within two seconds', () => {
  const part = fc.constantFrom('{', '}', '{{', '}}', 'fee', ' ', '\n', '{{fee}}', '\u0000')
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 300 }), (parts) => {
      for (const fault of templateFaults('contract', parts.join(''))) expect(fault.length).toBeLessThan(600)
    }),
  )
  const began = performance.now()
  for (const part of ['{', '{{', '{{a', '}}', '{{a}}']) templateFaults('contract', part.repeat(20_000))
  expect(performance.now() - began).toBeLessThan(2000)
})

test('names of object properties, such as constructor, are no placeholders', () => {
  for (const name of ['constructor', '__proto__', 'toString', '']) expect(placeholderOf(name)).toBeUndefined()
})
