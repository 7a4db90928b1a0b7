import { useEffect, useState } from 'react'
import { useWords } from '../words/language.ts'
import { Button } from './button.tsx'
import { announce, showToast } from './feedback/toast.tsx'

/** Copies `text`. `label` says what is copied where the context does not. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t('kit.copied'))
    } catch {
      showToast(t('kit.copyFailed'), 'warning')
    }
  }
  return (
    <Button kind="secondary" size="small" icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      {copied ? t('kit.copied') : (label ?? t('kit.copy'))}
    </Button>
  )
}
