import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../api/rest.ts'
import { deviceStorage } from '../draft/device.ts'
import { Draft } from '../draft/draft.ts'
import { Sender } from './sender.ts'

const device = deviceStorage('local')
const offline = () => new CallError(0, undefined)
const refused = (error_id: string, more: object = {}, status = 200) =>
  new CallError(status, { success: false, error_id, message: '', ...more })

/** A fake server that gives these answers in order and repeats the last one. Records the requests. */
function serverOf(...answers: (Error | string)[]) {
  const requests: Record<string, unknown>[] = []
  const received: string[] = []
  const dependencies = {
    post: async (body: object) => {
      const answer = answers[Math.min(requests.length, answers.length - 1)]
      requests.push({ ...body })
      if (typeof answer === 'string') return { anonymousId: answer }
      throw answer
    },
    solve: async (challenge: string) => `${challenge}:solved`,
    onReceived: (anonymousId: string) => void received.push(anonymousId),
  }
  return { requests, received, dependencies }
}

function draftToSend(): Draft {
  const draft = Draft.begin(device, { id: 7, name: 'screening' })
  draft.answer('fullName', ' Mai ')
  draft.answer('left', 'unasked')
  return draft
}

const envelope = { language: 'es', workshopName: 'spring', identifiers: ['fullName'] }
const flushPromises = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('Sender', () => {
  it('submits the version, the key and the answers to questions that are asked, then forgets them', async () => {
    const draft = draftToSend()
    const { idempotencyKey } = draft.state()
    const { requests, received, dependencies } = serverOf('K7QM')
    const sender = new Sender(draft, dependencies)
    sender.send(envelope)
    await flushPromises()
    expect(requests).toEqual([
      { name: 'screening', language: 'es', workshopName: 'spring', questionnaireId: 7, idempotencyKey, answers: { fullName: 'Mai' } },
    ])
    expect(received).toEqual(['K7QM'])
    expect(sender.state()).toEqual({ step: 'sent', anonymousId: 'K7QM' })
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('waits offline, retries, and sends the same body under the same key until one answer arrives', async () => {
    const { requests, received, dependencies } = serverOf(offline(), offline(), refused('UNAVAILABLE', {}, 503), 'K7QM')
    const sender = new Sender(draftToSend(), dependencies)
    sender.send(envelope)
    await flushPromises()
    expect(sender.state()).toEqual({ step: 'waiting', because: 'connection' })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sender.state()).toEqual({ step: 'waiting', because: 'server' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(4)
    expect(new Set(requests.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(received).toEqual(['K7QM'])
  })

  it('retries immediately when back online, and never runs two attempts at once', async () => {
    const { requests, dependencies } = serverOf(offline(), 'K7QM')
    const sender = new Sender(draftToSend(), dependencies)
    sender.send(envelope)
    await flushPromises()
    sender.attempt()
    sender.attempt()
    sender.send(envelope)
    await flushPromises()
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(2)
  })

  it('resumes after a reload with an identical body', async () => {
    const first = serverOf(offline())
    const before = new Sender(draftToSend(), first.dependencies)
    before.send(envelope)
    await flushPromises()
    before.stop()
    const kept = Draft.recall(device)
    const second = serverOf('K7QM')
    if (kept) new Sender(kept, second.dependencies).attempt()
    await flushPromises()
    expect(second.requests).toEqual(first.requests)
    expect(second.received).toEqual(['K7QM'])
  })

  it('unfreezes the answers and reports the faults when the server rejects them', async () => {
    const draft = draftToSend()
    const issues = [
      { path: ['answers', 'fullName'], code: 'too_long', message: 'This answer is too long.' },
      { path: ['answers', 'zipCode'], code: 'required', message: 'Required' },
    ]
    const sender = new Sender(draft, serverOf(refused('VALIDATION_ERROR', { issues }, 422)).dependencies)
    sender.send(envelope)
    await flushPromises()
    expect(sender.state()).toEqual({ step: 'refused', because: 'answers', faults: { fullName: 'too_long', zipCode: 'required' } })
    expect(draft.state().sending).toBeUndefined()
    expect(draft.state().answers.fullName).toBe(' Mai ')
  })

  it('keeps the draft when registration is disabled', async () => {
    const draft = draftToSend()
    const sender = new Sender(draft, serverOf(refused('REGISTRATION_DISABLED')).dependencies)
    sender.send(envelope)
    await flushPromises()
    expect(sender.state()).toMatchObject({ step: 'refused', because: 'closed' })
    expect(Draft.recall(device)?.state().answers).toMatchObject({ fullName: ' Mai ' })
  })

  it('solves a challenge only when a 429 requires it, and resends the same body with the proof', async () => {
    const { requests, received, dependencies } = serverOf(refused('TOO_MANY_REQUESTS', { challenge: 'v1.1.9.a.b' }, 429), 'K7QM')
    const sender = new Sender(draftToSend(), dependencies)
    sender.send(envelope)
    await flushPromises()
    expect(requests.map((body) => body.proof)).toEqual([undefined, 'v1.1.9.a.b:solved'])
    expect(received).toEqual(['K7QM'])
  })

  it('reports when other answers were sent under this key before', async () => {
    const sender = new Sender(draftToSend(), serverOf(refused('IDEMPOTENCY_KEY_REUSED')).dependencies)
    sender.send(envelope)
    await flushPromises()
    expect(sender.state()).toMatchObject({ step: 'refused', because: 'repeated' })
  })

  it('treats an invalid response, such as the page of a captive portal, as no connection', async () => {
    const { requests, dependencies } = serverOf(new CallError(200, '<html>Log in</html>'), 'K7QM')
    const sender = new Sender(draftToSend(), dependencies)
    sender.send(envelope)
    await flushPromises()
    expect(sender.state().step).toBe('waiting')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(requests).toHaveLength(2)
    expect(sender.state().step).toBe('sent')
  })

  it('aborts an unanswered attempt after a while and retries', async () => {
    let attempts = 0
    const post = (_body: object, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        attempts += 1
        signal.addEventListener('abort', () => reject(offline()))
      })
    const sender = new Sender(draftToSend(), { ...serverOf('K7QM').dependencies, post })
    sender.send(envelope)
    await vi.advanceTimersByTimeAsync(45_000)
    expect(attempts).toBe(2)
  })
})
