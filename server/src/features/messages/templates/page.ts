import type { Email } from '../../../infra/mailer.ts'
import type { MailLanguage } from '../words.ts'

/** A part of an e-mail. `value` is text that is not translated; a `code` always reads from left to right. */
export type Part =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'fact'; readonly label: string; readonly value: string; readonly code?: boolean }
  | { readonly kind: 'list'; readonly lead: string; readonly items: readonly string[] }
  | { readonly kind: 'link'; readonly label: string; readonly copy: string; readonly address: string }

/** The content of an e-mail, before layout. */
export interface Page {
  readonly language: MailLanguage
  readonly subject: string
  readonly parts: readonly Part[]
}

/** Renders a page as plain text and as HTML that works in every mail program and with screen readers. */
export function layOut({ language, subject, parts }: Page): Pick<Email, 'subject' | 'text' | 'html' | 'language'> {
  const { code, direction, words } = language
  const all: readonly Part[] = [
    ...parts,
    { kind: 'paragraph', text: `${words.regards}\n${words.team}` },
    { kind: 'paragraph', text: words.automatic },
  ]
  const text = all.map((part) => plain(part, direction)).join('\n\n')
  return {
    language: code,
    subject: subject.replaceAll(/\s+/g, ' '),
    text: `${text}\n`,
    html: document(code, direction, subject, all.map(markup).join('\n')),
  }
}

function plain(part: Part, direction: 'ltr' | 'rtl'): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'fact':
      return `${part.label}: ${direction === 'rtl' ? isolated(part.value, part.code) : part.value}`
    case 'list':
      return [part.lead, ...part.items.map((item) => `- ${direction === 'rtl' ? isolated(item) : item}`)].join('\n')
    case 'link':
      return `${part.label}:\n${part.address}`
  }
}

// Without these Unicode isolates, numbers and addresses inside Arabic script are displayed in the wrong order.
function isolated(value: string, code = false): string {
  return `${code ? '\u2066' : '\u2068'}${value}\u2069`
}

function markup(part: Part): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p style="${gap}">${escaped(part.text).replaceAll('\n', '<br>')}</p>`
    case 'fact':
      return `<p style="${gap}"><strong>${escaped(part.label)}</strong><br>${value(part.value, part.code)}</p>`
    case 'list':
      return `<p style="${gap};margin-bottom:4px">${escaped(part.lead)}</p>\n<ul style="${gap};padding-inline-start:24px">${part.items.map((item) => `<li>${value(item)}</li>`).join('')}</ul>`
    case 'link':
      return [
        `<p style="${gap}"><a href="${escaped(part.address)}" style="${button}">${escaped(part.label)}</a></p>`,
        `<p style="${gap}">${escaped(part.copy)}<br><bdi dir="ltr" style="word-break:break-all">${escaped(part.address)}</bdi></p>`,
      ].join('\n')
  }
}

function value(text: string, code = false): string {
  return code
    ? `<bdi dir="ltr" style="font:600 20px ui-monospace,Consolas,monospace">${escaped(text)}</bdi>`
    : `<bdi>${escaped(text)}</bdi>`
}

const gap = 'margin:0 0 16px'
const button =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1f3a5f;color:#ffffff;font-weight:600;text-decoration:none'
const ink = 'color:#1c2733;background:#ffffff'

// Some mail programs drop <html> and <body>, so language and direction are repeated on the inner element.
function document(code: string, direction: 'ltr' | 'rtl', title: string, body: string): string {
  const lineHeight = ['am', 'ar', 'fa', 'hi', 'pa', 'ps'].includes(code) ? 1.7 : 1.5
  return `<!doctype html>
<html lang="${code}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:0;${ink}">
<div lang="${code}" dir="${direction}" style="max-width:560px;margin:0 auto;padding:24px 16px;font:17px/${lineHeight} system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif;${ink};text-align:start">
${body}
</div>
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
