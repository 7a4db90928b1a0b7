import { CopyButton } from '../copy-button.tsx'
import { Banner } from './banner.tsx'

/** Shows a secret that can be seen only once; takes the focus. */
export function ShownOnce({ text, secret, copyLabel }: { text: string; secret: string; copyLabel: string }) {
  return (
    <div ref={(news) => news?.focus()} tabIndex={-1}>
      <Banner kind="success">
        <p className="font-bold">{text}</p>
        <div className="flex flex-wrap items-center gap-3 pt-2">
          <code className="wrap-anywhere select-all">{secret}</code>
          <CopyButton text={secret} label={copyLabel} />
        </div>
      </Banner>
    </div>
  )
}
