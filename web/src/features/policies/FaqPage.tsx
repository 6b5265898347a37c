import { Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { faq, openAtStart, type Question } from './faq-text.ts'
import { PolicyHeader } from './PolicyPage.tsx'
import { Prose } from './Prose.tsx'
import classes from './policies.module.css'
import { useHashTarget } from './use-hash-target.ts'

/** /faqs (spec §2): answers expand in place; a URL fragment opens the question with that id. */
export function FaqPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([openAtStart(hash)]))
  useHashTarget()
  // A link within the page changes only the fragment, so that its question opens here.
  useEffect(() => {
    if (hash) setOpen((before) => (before.has(hash) ? before : new Set([...before, hash])))
  }, [hash])
  const toggle = (id: string) => {
    const opens = !open.has(id)
    const others = [...open].filter((other) => other !== id)
    setOpen(new Set(opens ? [...others, id] : others))
    // The URL identifies the open question, so that it can be shared; the scroll position stays.
    const keepPosition = { replace: true, resetScroll: false, hashScrollIntoView: false } as const
    if (opens || hash === id) void navigate({ to: '/faqs', hash: opens ? id : '', ...keepPosition })
  }
  return (
    <>
      <PolicyHeader title="よくある質問" />
      <Stack gap={28}>
        {faq.map((group) => (
          <section key={group.title}>
            <Title order={2} mb="xs">
              {group.title}
            </Title>
            <Paper withBorder fz="lg" lh={1.8} className={classes.questions}>
              {group.questions.map((question) => (
                <Answer
                  key={question.id}
                  question={question}
                  open={open.has(question.id)}
                  onToggle={() => toggle(question.id)}
                />
              ))}
            </Paper>
          </section>
        ))}
      </Stack>
    </>
  )
}

interface AnswerProps {
  question: Question
  open: boolean
  onToggle: () => void
}

function Answer({ question: { id, question, answer }, open, onToggle }: AnswerProps) {
  const panel = `${id}-answer`
  return (
    <div className={classes.question} id={id}>
      <Title order={3} fz="lg" fw={400}>
        <UnstyledButton aria-expanded={open} aria-controls={panel} onClick={onToggle}>
          <Text span inherit fw={700} c="var(--app-accent-text)" aria-hidden>
            Q
          </Text>
          <span>{question}</span>
          <IconChevronDown className={classes.chevron} size={18} aria-hidden />
        </UnstyledButton>
      </Title>
      <div id={panel} className={classes.answer} hidden={!open}>
        <Prose blocks={answer} />
      </div>
    </div>
  )
}
