import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProblemBody, problemSchema } from '@kyc/contract/problem-body.ts'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readAll, startTestServer } from '../../../testing/app/test-server.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { MultipartUpload } from './upload.ts'

const server = useStarted(startTestServer)

const MiB = 1024 * 1024

function send(form: FormData | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) {
  return server.call('/api/form', { method: 'POST', body: form, headers })
}

/** Sends a raw body, for requests that FormData can't produce. */
function sendRaw(...parts: readonly (string | Buffer)[]) {
  const body = Buffer.concat([...parts, '--x--\r\n'].map((part) => Buffer.from(part)))
  return send(body, { 'content-type': 'multipart/form-data; boundary=x' })
}
const part = (disposition: string, content: string | Buffer = 'a') =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

function formOf(entries: Record<string, string | readonly [name: string, bytes: number]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([Buffer.alloc(value[1], 'z')]), value[0])
  }
  return form
}

async function problemOf(response: Response): Promise<ProblemBody> {
  return problemSchema.parse(await response.json())
}

describe('a form', () => {
  it('is received as text fields and streams, up to 20 MiB a file', async () => {
    const form = formOf({
      name: '山田',
      idFront: ['表.png', 20_971_520],
      selfie: ['b.jpg', 3],
      note: '',
    })
    const response = await send(form)
    expect(await response.json()).toEqual({
      fields: { name: '山田', note: '' },
      files: [
        { part: 'idFront', filename: '表.png', bytes: 20_971_520 },
        { part: 'selfie', filename: 'b.jpg', bytes: 3 },
      ],
    })
  })

  it('treats an empty file input as no file', async () => {
    const response = await sendRaw(part('name="name"'), part('name="selfie"; filename=""', ''))
    expect(await response.json()).toEqual({ fields: { name: 'a' }, files: [] })
  })

  it.each([
    ['C:\\\\files\\\\x.png', 'x.png'],
    ['../../etc/passwd', 'passwd'],
    ['/', 'file'],
    ['..', 'file'],
    ['a\u0001b\u202egnp.exe', 'abgnp.exe'],
  ])('shortens the file name %j to %s', async (sent, expected) => {
    const response = await sendRaw(part(`name="selfie"; filename="${sent}"`))
    const { files } = (await response.json()) as { files: { filename: string }[] }
    expect(files.map(({ filename }) => filename)).toEqual([expected])
  })

  it.each([
    ['an unknown file', part('name="passport"; filename="a"'), 'passport'],
    ['an unknown field', part('name="role"', 'admin'), 'role'],
    ['a field that shadows an object', part('name="__proto__"', 'admin'), '__proto__'],
    [
      'a repeated file',
      Buffer.concat([part('name="selfie"; filename="a"'), part('name="selfie"; filename="b"')]),
      'selfie',
    ],
    ['a repeated field', Buffer.concat([part('name="name"'), part('name="name"')]), 'name'],
    ['a file as text', part('name="selfie"'), 'selfie'],
    ['text as a file', part('name="name"; filename="a"'), 'name'],
    ['bytes in an empty file input', part('name="selfie"; filename=""', 'x'), 'selfie'],
    [
      'a field that is too long',
      part('name="name"', 'a'.repeat(requestLimits.multipartFieldBytes + 1)),
      'name',
    ],
    ['a field in broken UTF-8', part('name="name"', Buffer.from([0xff, 0xfe])), 'name'],
  ])('is refused with %s, and the field is named', async (_, body, field) => {
    expect(await problemOf(await sendRaw(body))).toMatchObject({ code: 'INVALID_INPUT', field })
  })

  it.each([
    ['no boundary', 'multipart/form-data', 'x', 400],
    [
      'a body cut short',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="selfie"; filename="a"\r\n\r\nabc',
      400,
    ],
    ['nothing in it', 'multipart/form-data; boundary=x', '', 400],
    ['JSON', 'application/json', '{}', 415],
    ['an urlencoded form', 'application/x-www-form-urlencoded', 'name=a', 415],
  ])('is refused with %s', async (_, type, body, status) => {
    expect((await send(Buffer.from(body), { 'content-type': type })).status).toBe(status)
  })

  it('is refused without any body', async () => {
    expect((await server.call('/api/form', { method: 'POST' })).status).toBe(415)
  })
})

describe('a file over 20 MiB', () => {
  it('is refused with the name of its part, and the rest is drained', async () => {
    const form = formOf({ idFront: ['a.png', 20_971_521], selfie: ['b.png', MiB] })
    expect(await problemOf(await send(form))).toMatchObject({
      code: 'FILE_TOO_LARGE',
      status: 413,
      field: 'idFront',
      title: 'ファイル：ファイルサイズが大きすぎます（20MB以下にしてください）',
    })
  })
})

describe('a refused body', () => {
  it('is drained after an invalid first file, and the connection serves the next request', async () => {
    const socket = connect(server.port, '127.0.0.1')
    const responses = readAll(socket)
    const body = Buffer.concat([
      part('name="selfie"; filename="wrong.png"'),
      part('name="idFront"; filename="a.png"', Buffer.alloc(8 * MiB, 'z')),
      Buffer.from('--x--\r\n'),
    ])
    const head = 'Host: localhost\r\nCookie: who=user\r\nX-CSRF-Token: token-of-user\r\n'
    const form = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n`
    socket.write(`POST /api/form HTTP/1.1\r\n${head}${form}\r\n`)
    socket.write(body)
    socket.write(`GET /api/things HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
    const text = await responses
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
    expect(text).toContain('"code":"FILE_TYPE_UNSUPPORTED"')
  })

  it('is refused immediately when Content-Length is too large', async () => {
    const head = `Host: localhost\r\nCookie: who=user\r\nX-CSRF-Token: token-of-user\r\nConnection: close\r\n`
    const form = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${requestLimits.multipartBytes + 1}\r\n`
    const text = await server.raw(`POST /api/form HTTP/1.1\r\n${head}${form}\r\n`)
    expect(text).toContain('"code":"BODY_TOO_LARGE"')
  })

  it('is not read without a session', async () => {
    const before = server.seen.uploads.length
    const response = await server.call('/api/form', {
      method: 'POST',
      role: '',
      body: formOf({ selfie: ['a.png', MiB] }),
    })
    expect(response.status).toBe(401)
    expect(server.seen.uploads.length).toBe(before)
  })
})

describe('an aborted upload', () => {
  it('fails in the handler without an unhandled error', async () => {
    const before = server.seen.uploads.length
    const socket = connect(server.port, '127.0.0.1')
    const head =
      'Host: localhost\r\nCookie: who=user\r\nX-CSRF-Token: token-of-user\r\nContent-Length: 1000000\r\n'
    socket.write(`POST /api/form HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=x\r\n\r\n`)
    socket.write(part('name="selfie"; filename="a.png"', Buffer.alloc(1000)).subarray(0, 800))
    await expect.poll(() => server.seen.uploads.length).toBe(before + 1)
    socket.destroy()
    expect(await server.seen.uploads.at(-1)).toMatchObject({ code: 'MALFORMED_REQUEST' })
  })

  it('releases its slot: an account sends two at a time, and a third is refused', async () => {
    const half = () => {
      const socket = connect(server.port, '127.0.0.1')
      const head =
        'Host: localhost\r\nCookie: who=user\r\nX-CSRF-Token: token-of-user\r\nContent-Length: 1000\r\n'
      socket.write(`POST /api/form HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=x\r\n\r\n`)
      return socket
    }
    const before = server.seen.uploads.length
    const sockets = [half(), half()]
    await expect.poll(() => server.seen.uploads.length).toBe(before + 2)
    const third = await send(formOf({ name: 'a' }))
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5'])
    for (const socket of sockets) socket.destroy()
    await Promise.all(server.seen.uploads.slice(before))
    await expect.poll(async () => (await send(formOf({ name: 'a' }))).status).toBe(200)
  })
})

describe('a body that ends within a refused part', () => {
  const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`

  it.each(['unknown', 'selfie'])(
    'fails without an unhandled error, although it had arrived before %s was parsed',
    async (refused) => {
      const arrived = Promise.withResolvers<void>()
      const outcome = Promise.withResolvers<unknown>()
      const receiver = createServer((request, response) => {
        request.once('end', arrived.resolve)
        const upload = new MultipartUpload(request, {
          shape: { fields: z.strictObject({}), files: ['selfie'] },
          slot: { received: () => undefined, turn: async () => undefined },
          revalidate: async () => undefined,
        })
        const received = upload.receive(async ({ stream }) => {
          await arrived.promise
          for await (const _ of stream);
        })
        outcome.resolve(received.catch((error: unknown) => error).finally(() => response.end()))
      }).listen(0, '127.0.0.1')
      await once(receiver, 'listening')
      // The file and its end fill the buffers of the parser and of the reader, so that the parser waits. Small pieces, so
      // that the refused part still fits into the parser's buffer and the body ends there.
      const pieces = [
        `--x\r\n${disposition('selfie')}`,
        ...Array.from({ length: 127 }, () => 'z'.repeat(4096)),
        `${'z'.repeat(8192)}\r\n--x\r\n`,
        `${disposition(refused)}abc`,
      ]
      const socket = connect((receiver.address() as AddressInfo).port, '127.0.0.1') // listening on TCP
      const form = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${pieces.join('').length}\r\n`
      socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${form}\r\n`)
      for (const piece of pieces) {
        socket.write(piece)
        await sleep(1)
      }
      expect(await outcome.promise).toMatchObject({ code: 'INVALID_INPUT' })
      socket.destroy()
      receiver.close()
    },
  )
})
