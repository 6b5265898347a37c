import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../ui/Section.tsx'
import { setSingleKeys, singleKeysOn } from '../../ui/single-keys.ts'

/** Shortcuts of one character can be switched off, per browser: dictation types them by accident. */
export function KeysSection() {
  const [on, setOn] = useState(singleKeysOn)
  return (
    <Section title="キーボード操作">
      <Checkbox
        p="md"
        label="1文字のキー操作を使う"
        description="「/」「?」や、書類の表示での「E」「F」などです。音声入力などで意図せず動くときは、オフにしてください。このブラウザだけの設定です。"
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          setSingleKeys(checked)
          setOn(checked)
        }}
      />
    </Section>
  )
}
