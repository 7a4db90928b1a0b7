import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { useWords } from '../../../words/language.ts'

/** Deletes every answer, after asking. */
export function StartAgain({ onConfirm }: { onConfirm: () => void }) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t('questionnaire.startAgain.action')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('questionnaire.startAgain.title')}
        confirmLabel={t('questionnaire.startAgain.confirm')}
        kind="stop"
        onConfirm={() => {
          setOpen(false)
          onConfirm()
        }}
        onCancel={() => setOpen(false)}
      >
        {t('questionnaire.startAgain.text')}
      </ConfirmDialog>
    </>
  )
}
