import { Button } from '../../../../ui/button.tsx'
import { ShortcutsDialog } from '../../../../ui/shortcuts/shortcuts-dialog.tsx'

const shortcuts = [
  [['j', 'k'], 'Next and previous case'],
  [['o'], 'Open the case'],
  [['Esc'], 'Close the case'],
  [['g'], 'Mark as green: the answer you are at, else the first red one'],
  [['r'], 'Mark as red: the answer you are at'],
  [['.'], 'Go to the overall decision; then g or r'],
  [['Ctrl', 'Enter'], 'Save what you have typed'],
  [['Alt', '1–9'], 'Use a reason of your agency while you type one'],
  [['z'], 'Undo, while it is offered'],
  [['/'], 'Search the list'],
  [['f'], 'Find in the open case'],
  [['1–3'], 'Overall, contact, history'],
  [['4–7'], 'Red answers, answers that explain, green, others'],
  [['8'], 'Notes'],
  [['?'], 'This list'],
] as const

/** A button that opens the list of keyboard shortcuts, as `?` does. */
export function CaseShortcuts({ shown, onShow }: { shown: boolean; onShow: (shown: boolean) => void }) {
  return (
    <>
      <span className="-me-4 justify-self-end max-[60rem]:hidden">
        <Button kind="quiet" size="small" onClick={() => onShow(true)}>
          Keyboard shortcuts
        </Button>
      </span>
      <ShortcutsDialog open={shown} onClose={() => onShow(false)} shortcuts={shortcuts} />
    </>
  )
}
