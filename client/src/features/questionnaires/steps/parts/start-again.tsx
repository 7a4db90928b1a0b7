import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/dialog.tsx'
import { useWords } from '../../../../words/language.ts'

/** Deletes all answers after confirmation. `clearing` changes the label for use in the middle of the questions. */
export function StartAgain({ onConfirm, clearing = false }: { onConfirm: () => void; clearing?: boolean }) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t(clearing ? 'questionnaire.clearAll' : 'questionnaire.startAgain.action')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t(clearing ? 'questionnaire.clearAllTitle' : 'questionnaire.startAgain.title')}
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
