import { useEffect, useEffectEvent, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { callRest } from '../../api/rest.ts'
import { useLeaving } from '../../layout/navigation/use-leaving.ts'
import { Page } from '../../layout/page.tsx'
import { removeFragment } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonBox } from '../../ui/feedback/skeleton.tsx'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/translate.ts'
import { SeatChoice, type OpenedSeat, type SeatRequest } from './seat-choice.tsx'

/**
 * /yourSeat: the target of an emailed link. Its secret is in the URL fragment, which browsers do not send to the server
 * (shared/spec/contract.md#seats). Once it is open, only the page knows the secret, so that nobody finds it in a shared computer's history.
 */
export function YourSeatPage() {
  const { t } = useWords()
  const [token, setToken] = useState(tokenInAddress)
  // Another link may be opened while the page is open.
  useEffect(() => {
    const follow = () => setToken((before) => tokenInAddress() || before)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useLeaving(true, () => setToken(tokenInAddress))
  if (token !== '') return <YourSeat key={token} token={token} />
  return (
    <Page title={t('seat.title')} width="narrow">
      <Banner kind="info">{t('seat.openAgain')}</Banner>
    </Page>
  )
}

function tokenInAddress(): string {
  return location.hash.slice(1)
}

interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
}

function YourSeat({ token }: { token: string }) {
  const { t } = useWords()
  const [opened, setOpened] = useState<OpenedSeat>()
  const [notice, setNotice] = useState<Notice>()
  const [busy, setBusy] = useState<string>()
  const open = () =>
    callRest('seats/openSeat', { token }).then(
      (seat) => {
        setOpened(seat)
        removeFragment()
      },
      (error: unknown) => {
        setNotice(faultOf(error, t))
      },
    )
  const begin = useEffectEvent(open)
  useEffect(() => {
    void begin()
  }, [])
  const sendRequest = async (request: SeatRequest) => {
    setBusy(busyKey(request))
    setNotice(undefined)
    try {
      setOpened(await callSeat(token, request))
      const text = successText(request, t)
      if (text) setNotice({ kind: 'success', text })
    } catch (error) {
      // The free slots may have changed, so load them again.
      await open()
      setNotice(faultOf(error, t))
    }
    setBusy(undefined)
    scrollTo(0, 0)
  }
  return (
    <Page title={t('seat.title')} subtitle={opened && opened.slots.length > 0 ? t('seat.lead') : undefined} width="narrow">
      {notice && (
        <Banner kind={notice.kind} action={!opened && <Button onClick={() => void open()}>{t('events.retry')}</Button>}>
          {notice.text}
        </Banner>
      )}
      {!opened && !notice && <SkeletonBox height={320} />}
      {opened && <SeatChoice opened={opened} busy={busy} onRequest={(request) => void sendRequest(request)} />}
    </Page>
  )
}

function callSeat(token: string, request: SeatRequest): Promise<OpenedSeat> {
  switch (request.kind) {
    case 'take':
      return callRest('seats/takeSeat', { token, slotId: request.slotId })
    case 'wait':
      return callRest('seats/joinWaitingList', { token })
    case 'cancel':
      return callRest('seats/cancelSeat', { token })
  }
}

function busyKey(request: SeatRequest): string {
  return request.kind === 'take' ? String(request.slotId) : request.kind
}

function successText({ kind }: SeatRequest, t: Translate): string | undefined {
  switch (kind) {
    case 'take':
      return t('seat.saved')
    case 'cancel':
      return t('seat.cancelled')
    case 'wait':
      return undefined
  }
}

function faultOf(error: unknown, t: Translate): Notice {
  const { id, message } = failureOf(error, t)
  if (id === 'INVALID_CODE' || id === 'VALIDATION_ERROR') return { kind: 'warning', text: t('seat.notNow') }
  if (id === 'SLOT_NOT_FREE' || id === 'INVALID_REQUEST') return { kind: 'warning', text: t('seat.justTaken') }
  return { kind: 'error', text: message }
}
