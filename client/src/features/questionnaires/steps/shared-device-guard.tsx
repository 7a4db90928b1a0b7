import { limits } from '@portico/shared/words/limits'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useLeaving } from '../../../layout/navigation/use-leaving.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { useWords } from '../../../words/language.ts'
import { forgetWalkIn, leaveWalkIn } from '../loading/walk-in.ts'
import type { Draft, DraftState } from '../draft/draft.ts'
import { useIdle } from './use-idle.ts'

/**
 * Prevents a shared device from showing answers to the next person: they are deleted when the user leaves the questionnaire, after
 * confirmation, and when the device is idle for `limits.sharedIdleMs`, one minute after asking whether anyone is there.
 */
export function SharedDeviceGuard({ draft, state }: { draft: Draft; state: DraftState }) {
  const { t } = useWords()
  const [, navigate] = useLocation()
  const [leavingTo, setLeavingTo] = useState<string>()
  const hasAnswers = Object.keys(state.answers).length > 0
  useLinkPress(hasAnswers, setLeavingTo)
  const end = () => {
    forgetWalkIn()
    draft.end()
  }
  useLeaving(hasAnswers, () => {
    leaveWalkIn()
    draft.end()
  })
  const noticing = useIdle(hasAnswers, { noticeMs: limits.sharedIdleMs - limits.sharedIdleNoticeMs, idleMs: limits.sharedIdleMs }, end)
  return (
    <>
      <ConfirmDialog
        open={leavingTo !== undefined && !noticing}
        title={t('questionnaire.leave.title')}
        confirmLabel={t('questionnaire.leave.confirm')}
        cancelLabel={t('questionnaire.leave.stay')}
        kind="stop"
        onConfirm={() => {
          end()
          navigate(leavingTo ?? '/')
        }}
        onCancel={() => setLeavingTo(undefined)}
      >
        {t('questionnaire.leave.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={noticing}
        title={t('questionnaire.idle.title')}
        confirmLabel={t('questionnaire.startAgain.confirm')}
        cancelLabel={t('questionnaire.idle.stay')}
        kind="stop"
        onConfirm={end}
        onCancel={() => {}}
      >
        {t('questionnaire.idle.text')}
      </ConfirmDialog>
    </>
  )
}

/** While `active`, intercepts clicks on links to other pages of Portico and calls `onPress` instead. */
function useLinkPress(active: boolean, onPress: (path: string) => void): void {
  useEffect(() => {
    if (!active) return undefined
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target === '_blank' || link.origin !== location.origin || link.pathname === location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      onPress(link.pathname)
    }
    document.addEventListener('click', press, { capture: true })
    return () => document.removeEventListener('click', press, { capture: true })
  }, [active, onPress])
}
