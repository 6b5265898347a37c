interface Progress {
  (text: string): void
  /** Ends the line. */
  end(): void
}

/** Shows the progress of a command in one line of a terminal. Shows nothing elsewhere, so that logs stay short. */
export function showProgress({ isTTY, write } = terminal()): Progress {
  let shown = ''
  const show = (text: string) => {
    if (!isTTY || text === shown) return
    shown = text
    write(`\r\x1b[K${text}`)
  }
  return Object.assign(show, {
    end() {
      if (shown) write('\n')
      shown = ''
    },
  })
}

function terminal() {
  const { stderr } = process
  return { isTTY: stderr.isTTY, write: (text: string) => void stderr.write(text) }
}
